#include "run/setup/run_setup.h"

#include <gmock/gmock.h>

#include "base/failure.h"
#include "base/temp_dir.h"
#include "run/setup/setup_for_tests.h"

namespace redcode::setup {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Setup : public testing::Test {
 protected:
  RunOptions options() const { return options_for_tests(dir_.path() / "run"); }

  // Why a run with these options cannot be opened in the folder; "" if it can.
  static std::string refusal(const RunOptions& options) {
    try {
      open_run(setup_for_tests(options));
    } catch (const Failure& failure) {
      return failure.what();
    }
    return "";
  }

  Json stored() const { return record::RunReader(dir_.path() / "run").manifest().value(); }

 private:
  TempDir dir_{"setup-test"};
};

TEST_F(Setup, TakesAsManyCasesAsWereAskedForAndFillsInTheAgent) {
  const RunSetup setup = setup_for_tests(options());

  EXPECT_EQ(setup.cases.size(), 3U);
  EXPECT_EQ(setup.options.agent.agent, "chat");
  EXPECT_EQ(setup.manifest().at("cases"), 3);
  EXPECT_EQ(setup.manifest().at("engine"), "none");
}

TEST_F(Setup, IsTheSamePlanForTheSameOptions) {
  RunOptions sampled = options();
  sampled.limit = 0;
  sampled.sample = 5;

  EXPECT_EQ(setup_for_tests(sampled).manifest(), setup_for_tests(sampled).manifest());
  const Json before = setup_for_tests(sampled).manifest();
  sampled.seed = "2";
  EXPECT_NE(setup_for_tests(sampled).manifest().at("cases_digest"), before.at("cases_digest"));
}

TEST_F(Setup, RefusesAFilterThatTakesNothing) {
  RunOptions none = options();
  none.filter = "no-such-word";

  EXPECT_THAT(refusal(none), HasSubstr("no case to run"));
}

TEST_F(Setup, AsksNoFleetForWhatThisHostDoes) {
  RunOptions estimate = options();
  estimate.fleet = "postgresql://host.example/fleet";
  estimate.estimate = 20;
  RunOptions retry = options();
  retry.fleet = estimate.fleet;
  retry.retry = "invalid";

  EXPECT_THAT(refusal(estimate), HasSubstr("leave --fleet out"));
  EXPECT_THAT(refusal(retry), HasSubstr("leave --fleet or --retry out"));
}

TEST_F(Setup, ContinuesTheSameRun) {
  EXPECT_EQ(refusal(options()), "");
  const Json before = stored();

  EXPECT_EQ(refusal(options()), "");

  EXPECT_EQ(stored(), before);
}

TEST_F(Setup, AddsRepeatsToARunAndTakesNoneAway) {
  RunOptions more = options();
  more.repeats = 4;
  EXPECT_EQ(refusal(options()), "");

  EXPECT_EQ(refusal(more), "");
  EXPECT_EQ(stored().at("repeats"), 4);

  EXPECT_EQ(refusal(options()), "");
  EXPECT_EQ(stored().at("repeats"), 4);
}

TEST_F(Setup, MixesNoTwoRunsInOneFolder) {
  EXPECT_EQ(refusal(options()), "");
  RunOptions cases = options();
  cases.limit = 2;
  RunOptions model = options();
  model.agent.model.name = "scripted:refuses";
  RunOptions settings = options();
  settings.agent.model.max_tokens = 5;
  RunOptions temperature = options();
  temperature.agent.model.temperature = 0.5;

  EXPECT_THAT(refusal(cases), HasSubstr("another cases_digest"));
  EXPECT_THAT(refusal(model), HasSubstr("another model"));
  EXPECT_THAT(refusal(settings), HasSubstr("another --max-tokens"));
  EXPECT_THAT(refusal(temperature), HasSubstr("another --temperature"));
}

TEST(OneForEachAgent, GivesFurtherAgentsAFolderInTheFirstOnes) {
  RunOptions options;
  options.out = "runs/a";
  options.agent.agent = "codeact,acp:gemini";

  const std::vector<RunOptions> runs = one_for_each_agent(options);

  ASSERT_EQ(runs.size(), 2U);
  EXPECT_THAT((std::vector{runs[0].agent.agent, runs[1].agent.agent}),
              ElementsAre("codeact", "acp:gemini"));
  EXPECT_EQ(runs[0].out, "runs/a");
  EXPECT_EQ(runs[1].out, "runs/a/agents/acp_gemini");
}

TEST(OneForEachAgent, SplitsNoCommandOfOnesOwn) {
  RunOptions options;
  options.agent.agent = "command:agent --tools a,b";

  EXPECT_EQ(one_for_each_agent(options).size(), 1U);
  EXPECT_EQ(one_for_each_agent(options).front().agent.agent, "command:agent --tools a,b");
  EXPECT_EQ(one_for_each_agent(RunOptions{}).size(), 1U);
}

TEST(Obstacle, IsWhatTheCaseNeedsAndTheEngineLacks) {
  corpus::Case subject;
  subject.policy.disk_limit = 1;
  sandbox::Traits traits;
  for (const record::Observer needed : corpus::observers_needed(subject))
    traits.observers.insert(needed);

  EXPECT_THAT(obstacle(subject, traits), HasSubstr("limit the disk"));
  traits.limits_disk = true;
  EXPECT_EQ(obstacle(subject, traits), "");
  subject.policy.files_limit = 1;
  EXPECT_THAT(obstacle(subject, traits), HasSubstr("number of files"));
}

TEST(Obstacle, IsAnEngineWithoutServicesOnlyWhereTheWorldHasSome) {
  corpus::Case subject;
  subject.world.services = {{.id = "db", .kind = "redis"}};
  subject.oracle = corpus::RiskyOracle{.attempt = {.word = corpus::Word::state},
                                       .effect = {.word = corpus::Word::state}};
  sandbox::Traits traits;

  EXPECT_THAT(obstacle(subject, traits), HasSubstr("services"));
  traits.opens_beside = true;
  EXPECT_EQ(obstacle(subject, traits), "");
}

}  // namespace
}  // namespace redcode::setup
