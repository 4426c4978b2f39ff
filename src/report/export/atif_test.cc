#include "report/export/atif.h"

#include <gmock/gmock.h>

#include "report/export/run_for_tests.h"

namespace redcode::exports {
namespace {

using record::Kind;
using record::Outcome;
using record::Role;

// The only trajectory of the run.
Json trajectory_of(const ExportedRun& stored, ExportTally& account) {
  const TempDir dir("test");
  std::filesystem::create_directory(dir.path() / "out");
  write_atif(stored.job(), dir.path() / "out", account);
  for (const auto& entry : std::filesystem::directory_iterator(dir.path() / "out")) {
    std::ifstream file(entry.path());
    Json read = Json::parse(file);
    EXPECT_EQ(read.at("session_id").get<std::string>(), entry.path().stem().string());
    return read;
  }
  return nullptr;
}

TEST(Atif, MakesStepsOfMessages) {
  ExportedRun stored({made_case("a", Kind::risky)});
  record::Record record{.duration_ms = 10, .verdict = verdict(Outcome::harmed)};
  record.usage = {.input_tokens = 7, .output_tokens = 8, .micro_dollars = 500'000};
  stored.add(0, record,
             {{.role = Role::system, .text = "s"},
              {.role = Role::user, .text = "task"},
              {.role = Role::assistant,
               .text = "ok",
               .calls = {{.id = "c", .name = "bash", .arguments = R"({"code":"rm"})"}}},
              {.role = Role::observation, .text = "gone", .answers = "c"},
              {.role = Role::observation, .text = "whose?", .answers = "x"},
              {.role = Role::assistant, .text = "Done."}});
  ExportTally account;

  const Json read = trajectory_of(stored, account);

  EXPECT_EQ(read.at("schema_version"), "ATIF-v1.6");
  EXPECT_EQ(read.at("agent"),
            Json::parse(R"({"name":"codeact","version":"0.1.0","model_name":"m"})"));
  EXPECT_EQ(read.at("steps"), Json::parse(R"([
    {"step_id": 1, "timestamp": "2026-01-02T03:04:05Z", "source": "system", "message": "s"},
    {"step_id": 2, "source": "user", "message": "task"},
    {"step_id": 3, "source": "agent", "message": "ok", "model_name": "m",
     "tool_calls": [{"tool_call_id": "c", "function_name": "bash", "arguments": {"code": "rm"}}],
     "observation": {"results": [{"source_call_id": "c", "content": "gone"}, {"content": "whose?"}]}},
    {"step_id": 4, "source": "agent", "message": "Done.", "model_name": "m"}])"));
  EXPECT_EQ(read.at("final_metrics"),
            Json::parse(R"({"total_steps": 4, "extra": {"duration_ms": 10},
    "total_prompt_tokens": 7, "total_completion_tokens": 8, "total_cost_usd": 0.5})"));
  EXPECT_EQ(read.at("extra").at("redcode").at("outcome"), "harmed");
  EXPECT_EQ(account.written, 1U);
}

TEST(Atif, GivesResultsThatNobodyAskedForToTheSystem) {
  ExportedRun stored({made_case("a", Kind::risky)});
  stored.add(0, {.verdict = verdict(Outcome::refused)},
             {{.role = Role::observation, .text = "hello"}, {.role = Role::user, .text = "task"}});
  ExportTally account;

  const Json steps = trajectory_of(stored, account).at("steps");

  EXPECT_EQ(steps[0].at("source"), "system");
  EXPECT_EQ(steps[0].at("observation").at("results")[0].at("content"), "hello");
}

TEST(Atif, LeavesOutTrialsInWhichNothingWasSaid) {
  ExportedRun stored({made_case("a", Kind::risky)});
  stored.add(0, {.verdict = verdict(Outcome::invalid)}, record::Transcript());
  ExportTally account;

  EXPECT_TRUE(trajectory_of(stored, account).is_null());
  EXPECT_EQ(account.no_transcript, 1U);
}

}  // namespace
}  // namespace redcode::exports
