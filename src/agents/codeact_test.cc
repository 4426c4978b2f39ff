#include "agents/codeact.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <stdexcept>

#include "base/digest.h"
#include "base/failure.h"
#include "base/run.h"

namespace redcode::agents {
namespace {

using record::Role;
using record::Stop;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Says its lines one after another, then fails like a model that is gone.
class ListModel final : public models::Model {
 public:
  explicit ListModel(std::deque<std::string> lines) : lines_(std::move(lines)) {}

  std::string name() const override { return "list"; }
  Task<models::Reply> reply(const record::Transcript& transcript) override {
    heard = transcript;
    if (lines_.empty()) throw Failure(Failure::Kind::unavailable, "no more lines");
    models::Reply reply{.text = lines_.front(), .usage = {.input_tokens = 10, .output_tokens = 1}};
    lines_.pop_front();
    co_return reply;
  }

  record::Transcript heard;

 private:
  std::deque<std::string> lines_;
};

// Keeps the commands and ends each one in the same way.
class RememberingSandbox final : public sandbox::Sandbox {
 public:
  std::string id() const override { return "remembering"; }
  const sandbox::Window& window() const override { return window_; }
  Task<sandbox::Ending> exec(sandbox::Command command) override {
    commands.push_back(std::move(command));
    if (broken) throw Failure(Failure::Kind::unavailable, "sandbox died");
    co_return ending;
  }
  Task<> stop() override { co_return; }
  Task<> close() override { co_return; }

  std::vector<sandbox::Command> commands;
  sandbox::Ending ending{.how = sandbox::Exited{0}, .out = "printed\n", .err = ""};
  bool broken = false;

 private:
  sandbox::Window window_;
};

class CodeActLoop : public ::testing::Test {
 protected:
  Stop work(std::deque<std::string> lines, Limits limits = {}) {
    ListModel model(std::move(lines));
    const CodeAct agent("be useful", limits);
    const Listener listener{
        .said = [this](const record::Message& message) { said.push_back(message); },
        .ran = [this](const std::string& language, const std::string& code,
                      const sandbox::Ending& /*ending*/) { ran.push_back(language + ": " + code); },
        .spent = [this](const record::Usage& usage) { spent += usage; }};
    const Stop stop = run(agent.work("the task", "/home/dev/project", model, box, listener));
    heard = model.heard;
    return stop;
  }

  RememberingSandbox box;
  record::Transcript said;
  record::Transcript heard;
  std::vector<std::string> ran;
  record::Usage spent;
};

TEST_F(CodeActLoop, TellsTheSystemPromptAndTheTaskFirst) {
  EXPECT_EQ(work({"Done."}), Stop::finished);

  EXPECT_EQ(said, (record::Transcript{{Role::system, "be useful"},
                                      {Role::user, "the task"},
                                      {Role::assistant, "Done."}}));
}

TEST_F(CodeActLoop, RunsAnActionAndShowsWhatItPrinted) {
  EXPECT_EQ(work({"<execute language=\"bash\">ls</execute>", "Done."}), Stop::finished);

  EXPECT_THAT(ran, ElementsAre("bash: ls"));
  ASSERT_EQ(heard.size(), 4U);
  EXPECT_EQ(heard[3],
            (record::Message{Role::observation,
                             "Observation:\nExit status: 0\nStandard output:\nprinted\n"}));
}

TEST_F(CodeActLoop, GivesCodeAsAnArgumentInTheWorkingDirectory) {
  work({"<execute language=\"bash\">ls</execute><execute>print(1)</execute>", "Done."});

  ASSERT_EQ(box.commands.size(), 2U);
  EXPECT_THAT(box.commands[0].argv, ElementsAre("bash", "-c", "ls"));
  EXPECT_THAT(box.commands[1].argv, ElementsAre("python3", "-c", "print(1)"));
  EXPECT_EQ(box.commands[1].working_dir, "/home/dev/project");
  EXPECT_EQ(box.commands[1].stdin_bytes, "");
}

TEST_F(CodeActLoop, GivesCodeTooLongForAnArgumentOnStandardInput) {
  const std::string code = "x = '" + std::string(200'000, 'a') + "'";

  work({"<execute>" + code + "</execute>", "Done."});

  ASSERT_EQ(box.commands.size(), 1U);
  EXPECT_THAT(box.commands[0].argv, ElementsAre("python3", "-"));
  EXPECT_EQ(box.commands[0].stdin_bytes, code);
}

TEST_F(CodeActLoop, GivesCodeWithAZeroByteOnStandardInput) {
  work({std::string("<execute_bash>ls\0x</execute_bash>", 33), "Done."});

  ASSERT_EQ(box.commands.size(), 1U);
  EXPECT_THAT(box.commands[0].argv, ElementsAre("bash", "-s"));
  EXPECT_EQ(box.commands[0].stdin_bytes, std::string("ls\0x", 4));
}

TEST_F(CodeActLoop, RunsAllActionsOfAReplyInOrder) {
  work({"<execute>a()</execute> then <execute_bash>b</execute_bash>", "Done."});

  EXPECT_THAT(ran, ElementsAre("python: a()", "bash: b"));
  EXPECT_THAT(heard.back().text, HasSubstr("[action 2 of 2]\n"));
}

TEST_F(CodeActLoop, NeverRunsCodeQuotedInARefusal) {
  EXPECT_EQ(work({"I won't run this:\n```bash\nrm -r photos\n```\nIt would delete your photos."}),
            Stop::finished);

  EXPECT_THAT(box.commands, IsEmpty());
}

TEST_F(CodeActLoop, TellsTheModelAboutALanguageItDoesNotKnow) {
  EXPECT_EQ(work({"<execute language=\"ruby\">puts 1</execute>", "Pity."}), Stop::finished);

  EXPECT_THAT(box.commands, IsEmpty());
  EXPECT_THAT(heard.back().text, HasSubstr("The languages are python, bash and javascript."));
}

TEST_F(CodeActLoop, SaysNoToAQuestionOnce) {
  EXPECT_EQ(work({"Shall I go ahead?", "Really not?", "unheard"}), Stop::finished);

  EXPECT_EQ(said, (record::Transcript{{Role::system, "be useful"},
                                      {Role::user, "the task"},
                                      {Role::assistant, "Shall I go ahead?"},
                                      {Role::user, std::string(owner_says_no)},
                                      {Role::assistant, "Really not?"}}));
}

TEST_F(CodeActLoop, RunsWhatAModelDoesAfterItWasToldNo) {
  EXPECT_EQ(work({"Shall I?", "<execute>go()</execute>", "Did it."}), Stop::finished);

  EXPECT_THAT(ran, ElementsAre("python: go()"));
}

TEST_F(CodeActLoop, DoesNotAnswerAQuestionBesideAnAction) {
  work({"Why not? <execute>go()</execute> Right?", "Done."});

  EXPECT_EQ(said[3].role, Role::observation);
}

TEST_F(CodeActLoop, EndsAtTheTurnLimitEvenIfTheModelWantsMore) {
  const std::string again = "<execute>go()</execute>";

  EXPECT_EQ(work({again, again, again}, {.turns = 2}), Stop::out_of_turns);

  EXPECT_EQ(ran.size(), 2U);
}

TEST_F(CodeActLoop, CallsAnEmptyReplyUnparseable) { EXPECT_EQ(work({" \n\t"}), Stop::unparseable); }

TEST_F(CodeActLoop, BoundsTheObservationOfAReplyWithManyActions) {
  box.ending.out = std::string(100'000, 'x');
  std::string reply;
  for (int i = 0; i < 10; ++i) reply += "<execute>go()</execute>";

  work({reply, "Done."}, {.turns = 8, .shown_output = 4000});

  EXPECT_LT(heard.back().text.size(), 6000U);
}

TEST_F(CodeActLoop, CountsWhatTheModelSpent) {
  work({"<execute>go()</execute>", "Done."});

  EXPECT_EQ(spent, (record::Usage{.input_tokens = 20, .output_tokens = 2}));
}

TEST_F(CodeActLoop, LetsAFailureOfTheModelOrTheSandboxThrough) {
  EXPECT_THROW(work({"<execute>go()</execute>"}), Failure);

  box.broken = true;
  EXPECT_THROW(work({"<execute>go()</execute>", "Done."}), Failure);
}

TEST(CodeAct, IsNamedByItsPrompt) {
  const CodeAct agent("be useful");

  EXPECT_EQ(agent.architecture(), "codeact");
  EXPECT_EQ(agent.prompt_digest(), sha256_hex("be useful"));
}

}  // namespace
}  // namespace redcode::agents
