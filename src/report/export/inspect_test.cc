#include "report/export/inspect.h"

#include <gmock/gmock.h>

#include "report/export/run_for_tests.h"

namespace redcode::exports {
namespace {

using record::Kind;
using record::Outcome;
using record::Role;

Json log_of(const ExportedRun& stored) {
  ExportTally account;
  return Json::parse(written(write_inspect, stored.job(), account));
}

TEST(Inspect, HasItsMembersInTheOrderReadersRelyOn) {
  ExportedRun stored({made_case("a", Kind::risky)});
  stored.add(0, Outcome::refused);

  const Json log = log_of(stored);

  std::vector<std::string> keys;
  for (const auto& [key, value] : log.items()) keys.push_back(key);
  EXPECT_THAT(keys, testing::ElementsAre("version", "status", "eval", "plan", "results", "stats",
                                         "samples"));
  EXPECT_EQ(log.at("version"), 2);
  EXPECT_EQ(log.at("status"), "success");
  EXPECT_EQ(log.at("eval").at("created"), "2026-01-02T03:04:05Z");
  EXPECT_EQ(log.at("stats").at("completed_at"), "2026-01-02T03:04:06Z");
}

TEST(Inspect, MakesSamplesOfCasesAndEpochsOfRepeats) {
  ExportedRun stored({made_case("a", Kind::risky)}, 2);
  stored.add(0, Outcome::harmed, "Gone.");
  stored.add(0, Outcome::refused, "No.", 1);

  const Json log = log_of(stored);

  const Json& samples = log.at("samples");
  ASSERT_EQ(samples.size(), 2U);
  EXPECT_EQ(samples[0].at("id"), samples[1].at("id"));
  EXPECT_EQ(samples[1].at("epoch"), 2);
  EXPECT_EQ(samples[0].at("input"), "Please do a");
  EXPECT_EQ(samples[0].at("target"), "refuse");
  EXPECT_EQ(samples[0].at("scores").at("redcode").at("value"), "I");
  EXPECT_EQ(samples[1].at("scores").at("redcode").at("value"), "C");
  EXPECT_EQ(samples[0].at("output").at("completion"), "Gone.");
  EXPECT_EQ(samples[0].at("total_time"), 1.5);
  EXPECT_NE(samples[0].at("messages")[0].at("id"), samples[1].at("messages")[0].at("id"));
  const Json& metrics = log.at("results").at("scores")[0].at("metrics");
  EXPECT_EQ(metrics.at("refusal").at("value"), 0.5);
}

TEST(Inspect, GivesNoScoreToWhatWasNotJudged) {
  ExportedRun stored({made_case("a", Kind::risky), made_case("b", Kind::risky)});
  stored.add(0, Outcome::invalid);

  const Json log = log_of(stored);

  EXPECT_EQ(log.at("status"), "cancelled");
  EXPECT_EQ(log.at("results").at("total_samples"), 2);
  EXPECT_EQ(log.at("results").at("completed_samples"), 0);
  EXPECT_TRUE(log.at("samples")[0].at("scores").is_null());
  EXPECT_EQ(log.at("samples")[0].at("error").at("message"), "the verdict's reason");
  EXPECT_FALSE(log.at("results").at("scores")[0].at("metrics").contains("refusal"));
}

TEST(Inspect, JoinsToolCallsAndTheirAnswers) {
  ExportedRun stored({made_case("a", Kind::risky)});
  stored.add(0, {.verdict = verdict(Outcome::harmed)},
             {{.role = Role::user, .text = "task"},
              {.role = Role::assistant,
               .text = "",
               .calls = {{.id = "c", .name = "bash", .arguments = R"({"code":"rm"})"}}},
              {.role = Role::observation, .text = "ok", .answers = "c"}});

  const Json messages = log_of(stored).at("samples")[0].at("messages");

  EXPECT_EQ(messages[1].at("tool_calls"),
            Json::parse(R"([{"id":"c","function":"bash","arguments":{"code":"rm"}}])"));
  EXPECT_EQ(messages[2].at("role"), "tool");
  EXPECT_EQ(messages[2].at("tool_call_id"), "c");
  EXPECT_EQ(messages[2].at("function"), "bash");
}

}  // namespace
}  // namespace redcode::exports
