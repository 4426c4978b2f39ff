#include "evidence/ledger.h"

#include <gtest/gtest.h>

namespace redcode::evidence {
namespace {

std::string keep_nothing(std::string_view /*bytes*/) { return "digest"; }

TEST(Ledger, NumbersObservationsFromOneInOrder) {
  Ledger ledger(keep_nothing);

  ledger.saw(record::Observer::network, record::NameLookedUp{.host = "a.example"});
  ledger.saw(record::Observer::exec, record::LimitHit{.limit = record::Limit::output});
  const record::Evidence evidence = std::move(ledger).seal();

  ASSERT_EQ(evidence.observations.size(), 2U);
  EXPECT_EQ(evidence.observations[0].id, 1U);
  EXPECT_EQ(evidence.observations[1].id, 2U);
  EXPECT_EQ(evidence.observations[1].observer, record::Observer::exec);
}

TEST(Ledger, ReportsWhoOpenedAndWhoNeverClosed) {
  Ledger ledger(keep_nothing);

  ledger.opened(record::Observer::files);
  ledger.opened(record::Observer::network);
  ledger.closed(record::Observer::files);
  const record::Evidence evidence = std::move(ledger).seal();

  const std::vector<record::ObserverReport> expected = {
      {.observer = record::Observer::files, .opened = true, .closed = true},
      {.observer = record::Observer::network, .opened = true, .closed = false}};
  EXPECT_EQ(evidence.observers, expected);
}

TEST(Ledger, MarksWhatIsTheDoingOfTheAgentsOwnProgram) {
  const record::FileState folder{.kind = record::FileKind::directory};
  const record::FileState file{.kind = record::FileKind::file};
  Ledger ledger(keep_nothing);
  ledger.set_baseline({.paths = {"/home/dev/.config/goose"}, .hosts = {"telemetry.example"}});

  ledger.saw(record::Observer::files,
             record::FileChanged{.path = "/home/dev/.config/goose/log", .after = file});
  ledger.saw(record::Observer::files,
             record::FileChanged{.path = "/home/dev/.config", .after = folder});
  ledger.saw(record::Observer::network, record::NameLookedUp{.host = "telemetry.example"});
  ledger.saw(record::Observer::files,
             record::FileChanged{.path = "/home/dev/.config/goose2", .after = file});
  ledger.saw(record::Observer::files,
             record::FileChanged{.path = "/home/dev/.config", .before = folder});
  ledger.saw(record::Observer::files,
             record::FileChanged{.path = "/home/dev/notes", .after = file});
  ledger.saw(record::Observer::network, record::NameLookedUp{.host = "other.example"});
  const record::Evidence evidence = std::move(ledger).seal();

  std::vector<bool> own;
  for (const record::Observation& seen : evidence.observations) own.push_back(seen.own);
  EXPECT_EQ(own, (std::vector<bool>{true, true, true, false, false, false, false}));
}

TEST(Ledger, ASecretThatLeftTheSandboxIsNobodysOwnAffair) {
  const auto seen = [](record::CanaryPlace place, const char* where) {
    return record::CanarySeen{.canary = "key", .place = place, .where = where, .encoding = "plain"};
  };
  Ledger ledger(keep_nothing);
  ledger.set_baseline({.paths = {"/home/dev/.goose"}, .hosts = {"telemetry.example"}});

  EXPECT_TRUE(ledger.is_own(seen(record::CanaryPlace::file, "/home/dev/.goose/session.log")));
  EXPECT_FALSE(ledger.is_own(seen(record::CanaryPlace::network, "telemetry.example")));
  EXPECT_FALSE(ledger.is_own(seen(record::CanaryPlace::output, "")));
  EXPECT_FALSE(ledger.is_own(seen(record::CanaryPlace::file, "/home/dev/copy")));
}

TEST(Ledger, CountsAFloodAsLostInsteadOfGrowing) {
  Ledger ledger(keep_nothing, [](const record::Observation&) {}, 3);

  for (int i = 0; i < 10; ++i)
    ledger.saw(record::Observer::network, record::NameLookedUp{.host = "x.example"});
  const record::Evidence evidence = std::move(ledger).seal();

  EXPECT_EQ(evidence.observations.size(), 3U);
  ASSERT_EQ(evidence.observers.size(), 1U);
  EXPECT_EQ(evidence.observers[0].lost, 7U);
}

TEST(Ledger, AFloodOfOneObserverTakesNothingFromTheOthers) {
  Ledger ledger(keep_nothing);

  for (int i = 0; i < 30'000; ++i) {
    ledger.saw(record::Observer::attempts,
               record::Attempted{.call = "openat", .target = "/a", .detail = ""});
    ledger.saw(record::Observer::accesses,
               record::FileUsed{.path = "/a", .how = record::FileUse::read, .program = "/bin/git"});
  }
  for (int i = 0; i < 6'500; ++i) {
    ledger.saw(record::Observer::files,
               record::FileChanged{.path = "/repo/.git/objects/" + std::to_string(i),
                                   .before = {},
                                   .after = record::FileState{.kind = record::FileKind::file}});
  }
  ledger.closed(record::Observer::files);
  const record::Evidence evidence = std::move(ledger).seal();

  EXPECT_EQ(evidence.observations.size(), 46'500U);
  EXPECT_EQ(evidence.observers.at(0).lost, 10'000U);
  EXPECT_EQ(evidence.observers.at(2),
            (record::ObserverReport{.observer = record::Observer::files, .closed = true}));
}

TEST(Ledger, FloodsOfAllObserversStillFitIntoALine) {
  Ledger ledger(keep_nothing);

  const std::string name = std::string(250, '\x01') + std::string(250, '"');
  for (int i = 0; i < 25'000; ++i) {
    const record::FileState state{.kind = record::FileKind::file, .digest = std::string(64, 'a')};
    ledger.saw(
        record::Observer::files,
        record::FileChanged{.path = i % 2 == 0 ? name : "/", .before = state, .after = state});
    ledger.saw(record::Observer::network, record::DataSent{.host = "h",
                                                           .address = "198.18.0.1",
                                                           .digest = std::string(64, 'a'),
                                                           .head = i % 2 == 0 ? name : ""});
    for (const auto other :
         {record::Observer::accesses, record::Observer::attempts, record::Observer::processes,
          record::Observer::limits, record::Observer::exec})
      ledger.saw(other, record::FileUsed{.path = i % 2 == 0 ? name : "/",
                                         .how = record::FileUse::attributes,
                                         .program = "/usr/bin/python3"});
  }

  EXPECT_LT(dump_json(record::to_json(std::move(ledger).seal())).size(), std::size_t{64} << 20U);
}

TEST(Ledger, NamesThePlacesThatWereNotSeenWhole) {
  const record::Gap content{.where = "/a/big", .what = "content", .why = "too large"};
  const record::Gap whole{.where = "/deep", .what = "", .why = "too deep"};
  Ledger ledger(keep_nothing);

  ledger.missed(record::Observer::files, content);
  ledger.missed(record::Observer::files, content);
  ledger.missed(record::Observer::files,
                {.where = "/deep/er", .what = "content", .why = "too large"});
  ledger.missed(record::Observer::files, whole);
  ledger.missed(record::Observer::files, {.where = "/deep/est", .what = "", .why = "too deep"});
  const record::Evidence evidence = std::move(ledger).seal();

  const record::ObserverReport expected{.observer = record::Observer::files,
                                        .gaps = {content, whole}};
  EXPECT_EQ(evidence.observers.at(0), expected);
}

TEST(Ledger, CountsGapsWithoutAPlaceAndTooManyOfThemAsLost) {
  Ledger ledger(keep_nothing);

  for (int i = 0; i < 105; ++i) {
    ledger.missed(record::Observer::files,
                  {.where = "/" + std::to_string(i), .what = "", .why = "w"});
  }
  ledger.missed(record::Observer::network, {.where = "", .what = "content", .why = "w"});
  const record::Evidence evidence = std::move(ledger).seal();

  EXPECT_EQ(evidence.observers.at(0).gaps.size(), record::most_gaps);
  EXPECT_EQ(evidence.observers.at(0).lost, 5U);
  EXPECT_EQ(evidence.observers.at(1).lost, 1U);
}

TEST(Ledger, NotesWhenSomethingWasSeenElsewhere) {
  Ledger ledger(keep_nothing);

  ledger.saw(record::Observer::network, record::NameLookedUp{.host = "a.example"});
  ledger.saw_at(record::Observer::network, record::NameLookedUp{.host = "a.example"}, 77);
  const record::Evidence evidence = std::move(ledger).seal();

  EXPECT_EQ(evidence.observations.at(0).at_ms, 0U);  // nobody had opened yet
  EXPECT_EQ(evidence.observations.at(1).at_ms, 77U);
}

TEST(Ledger, TellsTheWatcherEachObservationOnce) {
  std::vector<std::uint64_t> seen;
  Ledger ledger(keep_nothing,
                [&seen](const record::Observation& what) { seen.push_back(what.id); });

  ledger.saw(record::Observer::exec, record::LimitHit{.limit = record::Limit::output});
  ledger.saw(record::Observer::exec, record::LimitHit{.limit = record::Limit::command_time});

  EXPECT_EQ(seen, (std::vector<std::uint64_t>{1, 2}));
}

}  // namespace
}  // namespace redcode::evidence
