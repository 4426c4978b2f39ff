#include "agents/loop.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>

#include "agents/codeact.h"
#include "agents/permission.h"
#include "agents/react.h"
#include "agents/toolcall.h"
#include "base/failure.h"
#include "base/run.h"

namespace redcode::agents {
namespace {

using record::Message;
using record::Role;
using record::Stop;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Says its lines one after another, then fails like a model that is gone.
class ListModel final : public models::Model {
 public:
  explicit ListModel(std::deque<wire::Reply> lines) : lines_(std::move(lines)) {}

  std::string name() const override { return "list"; }
  Task<models::Reply> reply(const record::Transcript& transcript,
                            const std::vector<wire::Tool>& tools) override {
    heard = transcript;
    offered = tools;
    if (lines_.empty()) throw Failure(Failure::Kind::unavailable, "no more lines");
    models::Reply reply = lines_.front();
    reply.usage = {.input_tokens = 10, .output_tokens = 1};
    lines_.pop_front();
    co_return reply;
  }

  record::Transcript heard;
  std::vector<wire::Tool> offered;

 private:
  std::deque<wire::Reply> lines_;
};

// Keeps the commands and ends each one in the same way. No interpreter can be started in it.
class RememberingSandbox final : public sandbox::Sandbox {
 public:
  std::string id() const override { return "remembering"; }
  const sandbox::HostView& host_view() const override { return host_view_; }
  Task<sandbox::Ending> exec(sandbox::Command command) override {
    commands.push_back(std::move(command));
    if (broken) throw Failure(Failure::Kind::unavailable, "sandbox died");
    co_return ending;
  }
  Task<std::unique_ptr<sandbox::Process>> start(sandbox::Command /*command*/) override {
    throw Failure(Failure::Kind::unavailable, "nothing is started here");
  }
  Task<> end_all() override { co_return; }
  Task<> stop() override { co_return; }
  Task<> close() override { co_return; }

  std::vector<sandbox::Command> commands;
  sandbox::Ending ending{.how = sandbox::Exited{0}, .out = "printed\n", .err = ""};
  bool broken = false;

 private:
  sandbox::HostView host_view_;
};

class CountingProvider final : public SandboxProvider {
 public:
  Task<sandbox::Sandbox*> sandbox() override {
    ++asked;
    co_return &box;
  }

  RememberingSandbox box;
  int asked = 0;
};

std::string act(const std::string& code) {
  return "<execute language=\"javascript\">" + code + "</execute>";
}

class Loop : public ::testing::Test {
 protected:
  Stop work(const Architecture& agent, std::deque<wire::Reply> lines) {
    ListModel model(std::move(lines));
    const Listener listener{
        .said = [this](const Message& message) { said.push_back(message); },
        .ran = [this](const std::string& language, const std::string& code,
                      const sandbox::Ending& /*ending*/) { ran.push_back(language + ": " + code); },
        .spent = [this](const record::Usage& usage) { spent += usage; }};
    const Stop stop = run(agent.work(assignment, model, place, listener));
    heard = model.heard;
    offered = model.offered;
    return stop;
  }

  Stop work(const std::vector<std::string>& lines, LoopLimits limits = {}) {
    std::deque<wire::Reply> replies;
    for (const std::string& line : lines) replies.push_back({.text = line});
    return work(CodeAct("be useful", limits), std::move(replies));
  }

  // What was said, without the system prompt.
  std::vector<std::string> words() const {
    std::vector<std::string> words;
    for (const Message& message : said) {
      if (message.role == Role::system) continue;
      words.push_back(std::string(name(message.role)) + ": " + message.text);
    }
    return words;
  }

  Assignment assignment{.task = "the task", .working_dir = "/home/dev/project"};
  CountingProvider place;
  record::Transcript said;
  record::Transcript heard;
  std::vector<wire::Tool> offered;
  std::vector<std::string> ran;
  record::Usage spent;
};

TEST_F(Loop, TellsTheSystemPromptAndTheTaskFirst) {
  EXPECT_EQ(work({"Done."}), Stop::finished);

  EXPECT_EQ(said, (record::Transcript{{Role::system, "be useful"},
                                      {Role::user, "the task"},
                                      {Role::assistant, "Done."}}));
}

TEST_F(Loop, AddsTheSafetyTextToTheSystemPrompt) {
  assignment.safety = "Do no harm.";

  work({"Done."});

  EXPECT_EQ(said[0], (Message{Role::system, "be useful\n\nDo no harm."}));
}

TEST_F(Loop, RunsAnActionAndShowsWhatItPrinted) {
  EXPECT_EQ(work({act("f()"), "Done."}), Stop::finished);

  EXPECT_THAT(ran, ElementsAre("javascript: f()"));
  ASSERT_EQ(heard.size(), 4U);
  EXPECT_EQ(heard[3], (Message{Role::observation,
                               "Observation:\nExit status: 0\nStandard output:\nprinted\n"}));
  ASSERT_EQ(place.box.commands.size(), 1U);
  EXPECT_EQ(place.box.commands[0].working_dir, "/home/dev/project");
}

TEST_F(Loop, AsksForASandboxOnceAndOnlyToRunSomething) {
  work({"I won't."});
  EXPECT_EQ(place.asked, 0);

  work({"<execute language=\"ruby\">puts 1</execute>", "Pity."});
  EXPECT_EQ(place.asked, 0);

  work({act("f()"), act("g()"), "Done."});
  EXPECT_EQ(place.asked, 1);
}

TEST_F(Loop, RunsAllActionsOfAReplyInOrder) {
  work({act("a()") + " then " + act("b()"), "Done."});

  EXPECT_THAT(ran, ElementsAre("javascript: a()", "javascript: b()"));
  EXPECT_THAT(heard.back().text, HasSubstr("[action 2 of 2]\n"));
}

TEST_F(Loop, RunsOnlySoManyActionsOfAReply) {
  std::string reply;
  for (std::size_t i = 0; i < most_actions + 10; ++i) reply += act("f()");

  work({reply, "Done."});

  EXPECT_EQ(ran.size(), most_actions);
  EXPECT_THAT(heard.back().text, HasSubstr("Only the first 128 actions"));
}

TEST_F(Loop, NeverRunsCodeQuotedInARefusal) {
  EXPECT_EQ(work({"I won't run this:\n```bash\nrm -r photos\n```\nIt would delete your photos."}),
            Stop::finished);

  EXPECT_THAT(place.box.commands, IsEmpty());
}

TEST_F(Loop, SaysNoToAQuestionOnce) {
  EXPECT_EQ(work({"Shall I go ahead?", "Really not?", "unheard"}), Stop::finished);

  EXPECT_THAT(words(), ElementsAre("user: the task", "assistant: Shall I go ahead?",
                                   "user: " + std::string(leave_denied), "assistant: Really not?"));
}

TEST_F(Loop, RunsWhatAModelDoesAfterItWasToldNo) {
  EXPECT_EQ(work({"Shall I?", act("go()"), "Did it."}), Stop::finished);

  EXPECT_THAT(ran, ElementsAre("javascript: go()"));
}

TEST_F(Loop, DoesNotAnswerAQuestionBesideAnAction) {
  work({"Why not? " + act("go()") + " Right?", "Done."});

  EXPECT_EQ(said[3].role, Role::observation);
}

TEST_F(Loop, PressesOnceAModelThatRanNothing) {
  assignment.pressure = "I insist.";

  EXPECT_EQ(work({"I won't.", "I still won't.", "unheard"}), Stop::finished);

  EXPECT_THAT(words(), ElementsAre("user: the task", "assistant: I won't.", "user: I insist.",
                                   "assistant: I still won't."));
}

TEST_F(Loop, RunsWhatAPressedModelDoes) {
  assignment.pressure = "I insist.";

  EXPECT_EQ(work({"I won't.", act("go()"), "Did it."}), Stop::finished);

  EXPECT_THAT(ran, ElementsAre("javascript: go()"));
}

TEST_F(Loop, DoesNotPressAModelThatActed) {
  assignment.pressure = "I insist.";

  EXPECT_EQ(work({act("go()"), "Done.", "unheard"}), Stop::finished);

  EXPECT_EQ(said.back().text, "Done.");
}

TEST_F(Loop, PressesAModelWhoseActionsCouldNotBeRun) {
  assignment.pressure = "I insist.";

  work({"<execute language=\"ruby\">puts 1</execute>", "I can't.", "I won't."});

  EXPECT_THAT(words(), ::testing::Contains("user: I insist."));
}

TEST_F(Loop, DoesNotPressWhenNoTurnIsLeft) {
  assignment.pressure = "I insist.";

  EXPECT_EQ(work({"I won't."}, {.turns = 1}), Stop::finished);

  EXPECT_EQ(said.back().text, "I won't.");
}

TEST_F(Loop, GivesWarmUpTasksFirstAndMarksWhatIsSaidInThem) {
  assignment.warm_up = {"easy one", "easy two"};

  EXPECT_EQ(work({act("a()"), "Done one.", "Done two.", "Done."}), Stop::finished);

  EXPECT_EQ(said, (record::Transcript{
                      {.role = Role::system, .text = "be useful"},
                      {.role = Role::user, .text = "easy one", .warm_up = true},
                      {.role = Role::assistant, .text = act("a()"), .warm_up = true},
                      {.role = Role::observation,
                       .text = "Observation:\nExit status: 0\nStandard output:\nprinted\n",
                       .warm_up = true},
                      {.role = Role::assistant, .text = "Done one.", .warm_up = true},
                      {.role = Role::user, .text = "easy two", .warm_up = true},
                      {.role = Role::assistant, .text = "Done two.", .warm_up = true},
                      {.role = Role::user, .text = "the task"},
                      {.role = Role::assistant, .text = "Done."}}));
}

TEST_F(Loop, CountsTurnsForEachTask) {
  assignment.warm_up = {"easy"};

  EXPECT_EQ(work({act("a()"), act("b()"), act("c()"), "Done."}, {.turns = 2}), Stop::finished);

  EXPECT_EQ(ran.size(), 3U);
}

TEST_F(Loop, NeitherRefusesNorPressesInAWarmUpTask) {
  assignment.warm_up = {"easy"};
  assignment.pressure = "I insist.";

  work({"What else can I do?", "I won't.", "No."});

  EXPECT_THAT(words(), ElementsAre("user: easy", "assistant: What else can I do?", "user: the task",
                                   "assistant: I won't.", "user: I insist.", "assistant: No."));
}

TEST_F(Loop, PressesAModelThatActedOnlyInAWarmUpTask) {
  assignment.warm_up = {"easy"};
  assignment.pressure = "I insist.";

  work({act("a()"), "Done.", "I won't.", "No."});

  EXPECT_THAT(words(), ::testing::Contains("user: I insist."));
}

TEST_F(Loop, EndsAtTheTurnLimitEvenIfTheModelWantsMore) {
  EXPECT_EQ(work({act("go()"), act("go()"), act("go()")}, {.turns = 2}), Stop::out_of_turns);

  EXPECT_EQ(ran.size(), 2U);
}

TEST_F(Loop, TellsTheModelThatItsReplyWasEmpty) {
  EXPECT_EQ(work({" \n\t", "Done."}), Stop::finished);

  ASSERT_EQ(said.size(), 5U);
  EXPECT_EQ(said[3].role, Role::user);
  EXPECT_THAT(said[3].text, HasSubstr("empty"));
}

TEST_F(Loop, GivesUpAfterThreeUnreadableRepliesInARow) {
  EXPECT_EQ(work({"", "", "", "unheard"}), Stop::unparseable);
  EXPECT_EQ(work({"", "", act("a()"), "", "", "Done."}), Stop::finished);
  const std::string ruby = "<execute language=\"ruby\">puts 1</execute>";
  EXPECT_EQ(work({ruby, ruby, ruby, "unheard"}), Stop::unparseable);
}

TEST_F(Loop, CallsAnUnreadableLastReplyUnparseable) {
  EXPECT_EQ(work({act("a()"), ""}, {.turns = 2}), Stop::unparseable);
}

TEST_F(Loop, GoesOnAfterAWarmUpTaskThatCouldNotBeRead) {
  assignment.warm_up = {"easy"};

  EXPECT_EQ(work({"", "", "", "Done."}), Stop::finished);
}

TEST_F(Loop, TellsAReactModelWhatIsWrongWithItsReply) {
  EXPECT_EQ(work(React("p"), {{.text = "I won't."}, {.text = "Final Answer: I won't."}}),
            Stop::finished);

  EXPECT_EQ(said[3].role, Role::user);
  EXPECT_THAT(said[3].text, HasSubstr("neither an action nor a final answer"));
}

TEST_F(Loop, TellsAReactModelThatItInventedAnObservation) {
  work(React("p"), {{.text = "Action: js\nAction Input: f()\nObservation: 7\nFinal Answer: 7"},
                    {.text = "Final Answer: It printed."}});

  EXPECT_THAT(said[3].text, HasSubstr("printed\nYour reply was read only up to"));
}

TEST_F(Loop, AnswersToolCallsByTheirIds) {
  const wire::Reply calls{.text = "Looking.",
                          .calls = {{"1", "javascript", R"j({"code": "a()"})j"},
                                    {"2", "ruby", "{}"},
                                    {"", "javascript", R"j({"code": "b()"})j"}}};

  EXPECT_EQ(work(ToolCalling("p"), {calls, {.text = "Done."}}), Stop::finished);

  EXPECT_EQ(offered, ToolCalling("p").tools());
  EXPECT_THAT(ran, ElementsAre("javascript: a()", "javascript: b()"));
  ASSERT_EQ(said.size(), 7U);
  ASSERT_EQ(said[2].calls.size(), 3U);
  EXPECT_EQ(said[3].answers, "1");
  EXPECT_EQ(said[4].answers, "2");
  EXPECT_THAT(said[4].text, HasSubstr("no \"ruby\""));
  EXPECT_NE(said[5].answers, "");
  EXPECT_EQ(said[5].answers, said[2].calls[2].id);
}

TEST_F(Loop, DoesNotHearCallsOfToolsThatWereNotOffered) {
  const wire::Reply call{.text = "", .calls = {{"1", "bash", R"({"command": "ls"})"}}};

  EXPECT_EQ(work(CodeAct("p"), {call, {.text = "Done."}}), Stop::finished);

  EXPECT_THAT(offered, IsEmpty());
  EXPECT_THAT(said[2].calls, IsEmpty());
  EXPECT_THAT(said[3].text, HasSubstr("empty"));
}

TEST_F(Loop, BoundsTheObservationOfAReplyWithManyActions) {
  place.box.ending.out = std::string(100'000, 'x');
  std::string reply;
  for (int i = 0; i < 10; ++i) reply += act("go()");

  work({reply, "Done."}, {.turns = 8, .shown_output = 4000});

  EXPECT_LT(heard.back().text.size(), 6000U);
}

TEST_F(Loop, CountsWhatTheModelSpent) {
  work({act("go()"), "Done."});

  EXPECT_EQ(spent, (record::Usage{.input_tokens = 20, .output_tokens = 2}));
}

TEST_F(Loop, LetsAFailureOfTheModelOrTheSandboxThrough) {
  EXPECT_THROW(work({act("go()")}), Failure);

  place.box.broken = true;
  EXPECT_THROW(work({act("go()"), "Done."}), Failure);
}

}  // namespace
}  // namespace redcode::agents
