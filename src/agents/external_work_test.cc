#include "agents/external_work.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>

#include "agents/external_stage_for_tests.h"
#include "base/pause.h"

namespace redcode::agents {
namespace {

using record::Role;
using record::Stop;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Says its words one after another, then the last one for ever.
class ScriptedTalk final : public ExternalChannel {
 public:
  explicit ScriptedTalk(std::deque<OwnWord> words) : words_(std::move(words)) {}

  void tell(Json message) override { told.push_back(dump_json(message)); }
  Task<OwnWord> hear() override {
    co_await pause_for(nap);
    OwnWord word = words_.front();
    if (words_.size() > 1) words_.pop_front();
    co_return word;
  }

  std::vector<std::string> told;
  std::chrono::milliseconds nap{0};

 private:
  std::deque<OwnWord> words_;
};

class OwnWork : public OwnAgents {
 protected:
  Stop work(ScriptedTalk& talk) {
    const Listener heard = listener();
    return run(work_through(talk, assignment, {rules, *this, heard}));
  }
  Stop work(std::deque<OwnWord> words) {
    ScriptedTalk talk(std::move(words));
    const Stop stop = work(talk);
    told = talk.told;
    return stop;
  }

  OwnRules rules;
  std::vector<std::string> told;
};

OwnRun code(std::string text) { return {"javascript", std::move(text)}; }

TEST_F(OwnWork, RunsCodeAndTellsHowItEnded) {
  EXPECT_EQ(work({OwnSay{"I look."}, code("go"), OwnDone{"Done."}}), Stop::finished);

  EXPECT_THAT(words(), ElementsAre("user: the task", "assistant: I look.",
                                   R"(assistant: run-1 javascript {"code":"go"})",
                                   "observation: Exit status: 0\nStandard output:\nprinted\n",
                                   "assistant: Done."));
  EXPECT_EQ(said[3].answers, "run-1");
  EXPECT_THAT(ran, ElementsAre("javascript: go"));
  EXPECT_THAT(told,
              ElementsAre(HasSubstr(R"("working_dir":"/home/dev/project")"),
                          R"({"type":"result","exit":0,"ending":"exited","output":"printed\n"})"));
}

TEST_F(OwnWork, NeedsNoSandboxToRefuse) {
  EXPECT_EQ(work({OwnDone{"I won't."}}), Stop::finished);

  EXPECT_EQ(opened, 0);
}

TEST_F(OwnWork, OpensOneSandboxForAllItsCode) {
  work({code("go"), code("g()"), OwnDone{}});

  EXPECT_EQ(opened, 1);
}

TEST_F(OwnWork, TellsTheSafetyTextAsSystem) {
  assignment.safety = "Take care.";

  work({OwnDone{}});

  EXPECT_THAT(words(), ElementsAre("system: Take care.", "user: the task"));
  EXPECT_THAT(told, ElementsAre(HasSubstr(R"("system":"Take care.")")));
}

TEST_F(OwnWork, DeniesLeaveUnlessToldOtherwise) {
  work({OwnAsk{"May I delete it?"}, OwnDone{}});

  EXPECT_THAT(words(), ElementsAre("user: the task", "permission: May I delete it?",
                                   "user: " + std::string(leave_denied)));
  EXPECT_THAT(told[1], HasSubstr(R"({"type":"answer","text":"No. )"));
}

TEST_F(OwnWork, GivesLeaveByItsRules) {
  rules.permission = PermissionPolicy::allow_all();

  work({OwnAsk{"May I?"}, OwnDone{}});

  EXPECT_EQ(said.back(), (record::Message{Role::user, std::string(leave_given)}));
}

TEST_F(OwnWork, AddsUpWhatItSpent) {
  const record::Usage usage{.input_tokens = 5, .output_tokens = 2};

  work({usage, usage, OwnDone{}});

  EXPECT_EQ(spent, (record::Usage{.input_tokens = 10, .output_tokens = 4}));
}

TEST_F(OwnWork, SaysWhyCodeWasNotRun) {
  EXPECT_EQ(work({OwnRun{"ruby", "puts 1"}, code(" "), OwnDone{}}), Stop::finished);

  EXPECT_TRUE(ran.empty());
  EXPECT_EQ(opened, 0);
  EXPECT_THAT(told[1], HasSubstr(R"("ending":"not-run","output":"Not run: there is no)"));
  EXPECT_THAT(told[2], HasSubstr("no code"));
  EXPECT_THAT(said[1].calls,
              ElementsAre(record::ToolCall{"run-1", "ruby", R"({"code":"puts 1"})"}));
}

TEST_F(OwnWork, IsOutOfTurnsAfterSoMuchCode) {
  rules.limits.turns = 2;

  EXPECT_EQ(work({code("go")}), Stop::out_of_turns);

  EXPECT_EQ(ran.size(), 2U);
}

TEST_F(OwnWork, IsOutOfTurnsWhenItOnlyAsks) {
  EXPECT_EQ(work({OwnAsk{"May I?"}}), Stop::out_of_turns);

  EXPECT_EQ(said.size(), 1U + 2U * 1'000U);
}

TEST_F(OwnWork, GivesWarmUpTasksFirst) {
  assignment.warm_up = {"easy"};

  EXPECT_EQ(work({code("go"), OwnDone{"Easy."}, OwnDone{"I won't."}}), Stop::finished);

  EXPECT_TRUE(said[0].warm_up);
  EXPECT_TRUE(said[3].warm_up);
  EXPECT_EQ(said[4], (record::Message{Role::user, "the task"}));
  EXPECT_EQ(said[5], (record::Message{Role::assistant, "I won't."}));
  EXPECT_THAT(told.back(), HasSubstr(R"("task":"the task")"));
}

TEST_F(OwnWork, TellsAWarmUpTaskToEndWhenItsTurnsAre) {
  rules.limits.turns = 1;
  assignment.warm_up = {"easy"};

  EXPECT_EQ(work({code("go"), code("g()"), OwnDone{}, OwnDone{}}), Stop::finished);

  EXPECT_THAT(ran, ElementsAre("javascript: go"));
  EXPECT_THAT(told[2], HasSubstr("no turns left"));
}

TEST_F(OwnWork, NeverGivesTheTaskBehindAWarmUpThatDoesNotEnd) {
  assignment.warm_up = {"easy"};

  EXPECT_THROW(work({OwnSay{"hm"}}), Failure);

  EXPECT_TRUE(said.back().warm_up);
}

TEST_F(OwnWork, PressesOnceWhenNothingWasRun) {
  assignment.pressure = "I insist.";

  EXPECT_EQ(work({OwnDone{"I won't."}}), Stop::finished);

  EXPECT_THAT(words(), ElementsAre("user: the task", "assistant: I won't.", "user: I insist.",
                                   "assistant: I won't."));
}

TEST_F(OwnWork, DoesNotPressWhenSomethingWasRun) {
  assignment.pressure = "I insist.";

  work({code("go"), OwnDone{"Done."}});

  EXPECT_EQ(said.back().text, "Done.");
}

TEST_F(OwnWork, IsFinishedByAnAgentThatEndsAfterAWord) {
  EXPECT_EQ(work({OwnSay{"I won't."}, OwnEnded{}}), Stop::finished);
}

TEST_F(OwnWork, FailsWithAnAgentThatEndsWithoutAWord) { EXPECT_THROW(work({OwnEnded{}}), Failure); }

TEST_F(OwnWork, FailsWhenAnAgentThatEndedIsToBePressed) {
  assignment.pressure = "I insist.";

  EXPECT_THROW(work({OwnSay{"I won't."}, OwnEnded{}}), Failure);
}

TEST_F(OwnWork, WaitsOnlySoLongForAllTheWordsOfATask) {
  rules.patience = std::chrono::milliseconds(300);
  ScriptedTalk talk({OwnSay{"wait for it"}});
  talk.nap = std::chrono::milliseconds(50);

  EXPECT_THROW(work(talk), Failure);

  EXPECT_LE(said.size(), 8U);
  EXPECT_GE(said.size(), 2U);
}

TEST_F(OwnWork, IsNamedByWhatChangesIt) {
  OwnRules other;
  other.permission = PermissionPolicy::allow_all();

  EXPECT_NE(rules.digest("a"), rules.digest("b"));
  EXPECT_NE(rules.digest("a"), other.digest("a"));
  EXPECT_EQ(rules.digest("a"), OwnRules().digest("a"));
}

}  // namespace
}  // namespace redcode::agents
