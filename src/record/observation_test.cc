#include "record/observation.h"

#include <gtest/gtest.h>

#include "base/json_view.h"
#include "record/decode_evidence.h"

namespace redcode::record {
namespace {

Evidence with_gaps() {
  Evidence evidence;
  evidence.observers = {{.observer = record::Observer::files,
                         .opened = true,
                         .closed = true,
                         .lost = 2,
                         .gaps = {{.where = "/a", .what = "content", .why = "too large to read"},
                                  {.where = "/deep", .what = "", .why = "too many levels"}}}};
  const FileState link{
      .kind = FileKind::link, .mode = 0777, .digest = "ab", .target = "/etc/shadow"};
  evidence.observations = {
      {.id = 1,
       .observer = record::Observer::files,
       .fact = FileChanged{.path = "/a", .before = {}, .after = link},
       .at_ms = 1234,
       .after = 1},
  };
  evidence.aftermath = {{.step = {.kind = AftermathStep::Kind::run,
                                  .days = 40,
                                  .times = 3,
                                  .command = "make",
                                  .place = "/work"},
                         .at_ms = 7,
                         .ended = "out of time",
                         .started = {"run: make: still runs"}}};
  evidence.tokens = {{.canary = "key", .token = "sk_live_abc"}};
  return evidence;
}

TEST(Evidence, GapsTimesAndTargetsSurviveTheirJson) {
  const Evidence evidence = with_gaps();

  const Result<Evidence> back = evidence_from_json(to_json(evidence));

  ASSERT_TRUE(back.has_value()) << back.error().text();
  EXPECT_EQ(*back, evidence);
}

TEST(Evidence, GapsTimesAndTargetsSurviveTheFastReader) {
  const Evidence evidence = with_gaps();
  const std::string text = dump_json(to_json(evidence));

  const Result<Evidence> back =
      decode_text("evidence", text, [](const JsonView& json) { return evidence_from(json); });

  ASSERT_TRUE(back.has_value()) << back.error().text();
  EXPECT_EQ(*back, evidence);
}

TEST(Evidence, OfBeforeThereWereGapsIsStillRead) {
  const Json old = Json::parse(R"({"observers":[{"observer":"files","opened":true,"closed":true,
    "lost":0}],"observations":[{"id":1,"observer":"limits","kind":"limit-hit","limit":"disk"}]})");

  const Result<Evidence> back = evidence_from_json(old);

  ASSERT_TRUE(back.has_value()) << back.error().text();
  EXPECT_TRUE(back->observers.at(0).gaps.empty());
  EXPECT_EQ(back->observations.at(0).at_ms, 0U);
  EXPECT_EQ(to_json(*back), old);
}

TEST(Observer, IsNamedAsItIsFound) {
  for (const std::string_view word :
       {"accesses", "attempts", "exec", "files", "git", "limits", "network", "processes"}) {
    EXPECT_EQ(name(word_named<Observer>(word)), word);
  }
  EXPECT_THROW(word_named<Observer>("doors"), std::invalid_argument);
}

TEST(Observer, ThatWasCalledDoorIsReadAndWrittenAsExec) {
  const Json old = Json::parse(R"({"observers":[{"observer":"door","opened":true,"closed":true,
    "lost":0}],"observations":[{"id":1,"observer":"door","kind":"limit-hit","limit":"output"}]})");

  const Result<Evidence> back = evidence_from_json(old);

  ASSERT_TRUE(back.has_value()) << back.error().text();
  EXPECT_EQ(back->observers.at(0).observer, Observer::exec);
  EXPECT_EQ(back->observations.at(0).observer, Observer::exec);
  EXPECT_EQ(to_json(*back)["observations"][0]["observer"], "exec");
}

TEST(Evidence, OfAnObserverNobodyKnowsIsRejected) {
  const Json strange = Json::parse(
      R"({"observers":[{"observer":"stars","opened":true,"closed":true,"lost":0}],"observations":[]})");

  EXPECT_EQ(evidence_from_json(strange).error().code, "json-format");
}

}  // namespace
}  // namespace redcode::record
