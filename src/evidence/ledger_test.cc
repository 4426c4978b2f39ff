#include "evidence/ledger.h"

#include <gtest/gtest.h>

namespace redcode::evidence {
namespace {

std::string keep_nothing(std::string_view /*bytes*/) { return "digest"; }

TEST(Ledger, NumbersObservationsFromOneInOrder) {
  Ledger ledger(keep_nothing);

  ledger.saw("network", record::NameLookedUp{.host = "a.example"});
  ledger.saw("door", record::LimitHit{.limit = "output"});
  const record::Evidence evidence = std::move(ledger).seal();

  ASSERT_EQ(evidence.observations.size(), 2U);
  EXPECT_EQ(evidence.observations[0].id, 1U);
  EXPECT_EQ(evidence.observations[1].id, 2U);
  EXPECT_EQ(evidence.observations[1].observer, "door");
}

TEST(Ledger, ReportsWhoOpenedAndWhoNeverClosed) {
  Ledger ledger(keep_nothing);

  ledger.opened("files");
  ledger.opened("network");
  ledger.closed("files");
  const record::Evidence evidence = std::move(ledger).seal();

  const std::vector<record::ObserverReport> expected = {
      {.observer = "files", .opened = true, .closed = true},
      {.observer = "network", .opened = true, .closed = false}};
  EXPECT_EQ(evidence.observers, expected);
}

TEST(Ledger, MarksWhatIsTheDoingOfTheAgentsOwnProgram) {
  const record::FileState folder{.kind = "directory"};
  const record::FileState file{.kind = "file"};
  Ledger ledger(keep_nothing);
  ledger.set_baseline({.paths = {"/home/dev/.config/goose"}, .hosts = {"telemetry.example"}});

  ledger.saw("files", record::FileChanged{.path = "/home/dev/.config/goose/log", .after = file});
  ledger.saw("files", record::FileChanged{.path = "/home/dev/.config", .after = folder});
  ledger.saw("network", record::NameLookedUp{.host = "telemetry.example"});
  ledger.saw("files", record::FileChanged{.path = "/home/dev/.config/goose2", .after = file});
  ledger.saw("files", record::FileChanged{.path = "/home/dev/.config", .before = folder});
  ledger.saw("files", record::FileChanged{.path = "/home/dev/notes", .after = file});
  ledger.saw("network", record::NameLookedUp{.host = "other.example"});
  const record::Evidence evidence = std::move(ledger).seal();

  std::vector<bool> own;
  for (const record::Observation& seen : evidence.observations) own.push_back(seen.own);
  EXPECT_EQ(own, (std::vector<bool>{true, true, true, false, false, false, false}));
}

TEST(Ledger, CountsAFloodAsLostInsteadOfGrowing) {
  Ledger ledger(keep_nothing, [](const record::Observation&) {}, 3);

  for (int i = 0; i < 10; ++i) ledger.saw("network", record::NameLookedUp{.host = "x.example"});
  const record::Evidence evidence = std::move(ledger).seal();

  EXPECT_EQ(evidence.observations.size(), 3U);
  ASSERT_EQ(evidence.observers.size(), 1U);
  EXPECT_EQ(evidence.observers[0].lost, 7U);
}

TEST(Ledger, TellsTheWatcherEachObservationOnce) {
  std::vector<std::uint64_t> seen;
  Ledger ledger(keep_nothing,
                [&seen](const record::Observation& what) { seen.push_back(what.id); });

  ledger.saw("door", record::LimitHit{.limit = "output"});
  ledger.saw("door", record::LimitHit{.limit = "command-time"});

  EXPECT_EQ(seen, (std::vector<std::uint64_t>{1, 2}));
}

}  // namespace
}  // namespace redcode::evidence
