#include "run/setup/cost.h"

#include <gmock/gmock.h>

#include "base/failure.h"
#include "base/temp_dir.h"
#include "run/setup/setup_for_tests.h"

namespace redcode::setup {
namespace {

using testing::HasSubstr;

class Cost : public testing::Test {
 protected:
  std::filesystem::path folder(const std::string& name = "run") const { return dir_.path() / name; }

  // A run of that agent in a folder of its own, with a budget.
  RunOptions run_of(const std::string& agent, const std::string& name) const {
    RunOptions options;
    options.agent.agent = agent;
    options.agent.model.name = "gpt-4o";
    options.agent.model.budget = 2;
    options.agent.model.budget_tokens = 1000;
    options.out = folder(name).string();
    return options;
  }

  static void spend(const std::filesystem::path& run, const std::vector<record::Usage>& trials) {
    record::RunWriter writer(run, Json::object());
    std::uint32_t repeat = 0;
    for (const record::Usage& usage : trials) {
      record::Record record{.trial = {.case_id = "case", .repeat = repeat++},
                            .started_at = "2026-01-01T00:00:00Z"};
      record.usage = usage;
      writer.append(record);
    }
  }

 private:
  TempDir dir_{"cost-test"};
};

TEST_F(Cost, LeavesOfABudgetWhatNoAgentOfTheCommandHasSpent) {
  const std::vector<RunOptions> agents{run_of("codeact", "run"), run_of("react", "other"),
                                       run_of("toolcall", "not-begun")};
  spend(folder("run"), {{.input_tokens = 100, .output_tokens = 50, .micro_dollars = 500'000},
                        {.input_tokens = 1}});
  spend(folder("other"), {{.input_tokens = 9, .output_tokens = 40, .micro_dollars = 250'000}});

  const ModelOptions left = left_of_budget(agents);

  EXPECT_DOUBLE_EQ(left.budget, 1.25);
  EXPECT_EQ(left.budget_tokens, 800U);
}

TEST_F(Cost, CountsEveryAttemptOfATrialAgainstTheBudget) {
  const std::vector<RunOptions> agents{run_of("codeact", "run")};
  spend(folder(), {{.input_tokens = 10}});
  spend(folder(), {{.input_tokens = 10}});

  EXPECT_EQ(left_of_budget(agents).budget_tokens, 980U);
}

TEST_F(Cost, CountsNothingThatAnAgentOfOnesOwnReports) {
  const std::vector<RunOptions> agents{run_of("command:mine", "run")};
  spend(folder(), {{.input_tokens = 5000, .micro_dollars = 9'000'000}});

  EXPECT_EQ(left_of_budget(agents).budget_tokens, 1000U);
}

TEST_F(Cost, GoesNoFurtherOnceTheBudgetIsSpent) {
  const std::vector<RunOptions> agents{run_of("codeact", "run")};
  spend(folder(), {{.input_tokens = 1000}});

  try {
    left_of_budget(agents);
    FAIL() << "nothing was left";
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.kind(), Failure::Kind::exhausted);
  }
}

TEST_F(Cost, ReadsNoRecordsWithoutABudget) {
  RunOptions options = run_of("codeact", "run");
  options.agent.model.budget = 0;
  options.agent.model.budget_tokens = 0;
  std::filesystem::create_directories(folder());
  std::filesystem::create_directory(folder() / "records.jsonl");  // cannot be read

  EXPECT_EQ(left_of_budget({options}).budget, 0);
}

TEST_F(Cost, IsKnownOfAModelWithAPriceBeforeItIsAsked) {
  RunOptions options = run_of("codeact", "run");

  EXPECT_THAT(known_cost(options), HasSubstr("gpt-4o costs $2.50 in and $10.00 out"));
  EXPECT_THAT(known_cost(options), HasSubstr("Budget: $2.00, 1,000 tokens"));
  options.agent.model.name = "nobody-knows";
  EXPECT_THAT(known_cost(options), HasSubstr("has no price in the table"));
  options.agent.model.name = "scripted:obeys";
  EXPECT_EQ(known_cost(options), "");
  options.agent.agent = "command:mine";
  EXPECT_THAT(known_cost(options), HasSubstr("a model of its own"));
}

TEST_F(Cost, IsEstimatedFromTheFirstTrialsForAllOfThem) {
  RunOptions options = options_for_tests(folder());
  options.repeats = 10;
  options.estimate = 2;
  const RunSetup setup = setup_for_tests(options);
  spend(folder(),
        {{.input_tokens = 80, .output_tokens = 20}, {.input_tokens = 80, .output_tokens = 20}});

  const std::string text = estimated_cost(setup, "runs/a");

  EXPECT_THAT(text, HasSubstr("Estimate from 2 of 30 trials"));
  EXPECT_THAT(text, HasSubstr("tokens a trial    100 (100 to 100), 80 % of them input"));
  EXPECT_THAT(text, HasSubstr("in the whole run  3,000"));
  EXPECT_THAT(text, HasSubstr("--out runs/a goes on"));
}

TEST_F(Cost, IsNotEstimatedFromASingleTrial) {
  RunOptions options = options_for_tests(folder());
  const RunSetup setup = setup_for_tests(options);
  spend(folder(), {{.input_tokens = 80}, {}});

  EXPECT_THAT(estimated_cost(setup, ""), HasSubstr("fewer than two trials told of tokens"));
  EXPECT_THAT(estimated_cost(setup, ""), HasSubstr("1 trials told of no tokens"));
}

TEST_F(Cost, OfAnEstimateIsThatOfTheFirstCasesOnce) {
  RunOptions options = options_for_tests(folder());
  options.repeats = 10;
  options.estimate = 2;
  const RunSetup setup = setup_for_tests(options);

  const Turns turns = turns_of(setup);

  EXPECT_EQ(turns.cases().size(), 2U);
  EXPECT_EQ(turns.plan.repeats, 1U);
  EXPECT_EQ(turns.cases().front().id, setup.cases.front().id);
}

}  // namespace
}  // namespace redcode::setup
