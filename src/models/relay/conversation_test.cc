#include "models/relay/conversation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/relay/fakes_for_tests.h"

namespace redcode::relay {
namespace {

using record::Message;
using record::Role;
using record::ToolCall;
using record::Transcript;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class AConversation : public testing::Test {
 protected:
  AConversation() { conversation.tell(); }

  // "role: text", and "role> call" for each call.
  std::vector<std::string> told() const {
    std::vector<std::string> lines;
    for (const Message& message : said) {
      const std::string role(name(message.role));
      if (!message.text.empty()) lines.push_back(role + ": " + message.text);
      for (const ToolCall& call : message.calls) lines.push_back(role + "> " + call.name);
    }
    return lines;
  }

  void ask(const Transcript& question) { conversation.asked(question, Keys::of(question)); }
  bool continued_by(const Transcript& question) const {
    return conversation.continues(question, Keys::of(question));
  }

  Transcript said;
  std::vector<std::string> ran;
  Listener listener{.said = [this](const Message& message) { said.push_back(message); },
                    .ran =
                        [this](const ToolCall& call, const std::string& output) {
                          ran.push_back(call.name + " " + call.arguments + " = " + output);
                        }};
  Conversation conversation{listener};
};

const Transcript first = {{.role = Role::system, .text = "be good"},
                          {.role = Role::user, .text = "list"}};

TEST_F(AConversation, TellsOnlyWhatIsNewInEachQuestion) {
  const Message call{.role = Role::assistant, .text = "Sure.", .calls = {list_files}};
  const Message result{.role = Role::observation, .text = "a b", .answers = "c1"};

  ask(first);
  conversation.answered({.text = "Sure.", .calls = {list_files}});
  ask(with(first, {call, result}));
  conversation.answered({.text = "Two files."});

  EXPECT_THAT(told(), ElementsAre("system: be good", "user: list", "assistant: Sure.",
                                  "assistant> bash", "observation: a b", "assistant: Two files."));
  EXPECT_THAT(ran, ElementsAre(R"(bash {"command":"ls","t":1} = a b)"));
}

TEST_F(AConversation, KnowsAReplyThatWasSplitSpacedAndRenamed) {
  const ToolCall renamed{.id = "x9", .name = "bash", .arguments = R"({ "t": 1, "command": "ls" })"};
  const Message words{.role = Role::assistant, .text = "Sure.\n"};
  const Message call{.role = Role::assistant, .calls = {renamed}};
  const Message result{.role = Role::observation, .text = "a b", .answers = "x9"};

  ask(first);
  conversation.answered({.text = "Sure.", .calls = {list_files}});
  ask(with(first, {words, call, result}));

  EXPECT_THAT(told(), ElementsAre("system: be good", "user: list", "assistant: Sure.",
                                  "assistant> bash", "observation: a b"));
  EXPECT_THAT(ran, SizeIs(1));
}

TEST_F(AConversation, TellsTheSameWordsAgainWhenTheyAreSaidAgain) {
  const Message more{.role = Role::user, .text = "go on"};
  const Message yes{.role = Role::assistant, .text = "yes"};

  ask({more});
  conversation.answered({.text = "yes"});
  ask({more, yes, more});
  conversation.answered({.text = "yes"});
  ask({more, yes, more, yes});

  EXPECT_THAT(told(),
              ElementsAre("user: go on", "assistant: yes", "user: go on", "assistant: yes"));
}

TEST_F(AConversation, GoesOnAfterItWasSummedUpAndItsSystemPromptRewritten) {
  ask(first);
  conversation.answered({.text = "Sure."});
  ask({{.role = Role::system, .text = "be very good"},
       {.role = Role::user, .text = "summary: they said list"},
       {.role = Role::assistant, .text = "Sure."},
       {.role = Role::user, .text = "again"}});

  EXPECT_THAT(told(),
              ElementsAre("system: be good", "user: list", "assistant: Sure.",
                          "system: be very good", "user: summary: they said list", "user: again"));
}

TEST_F(AConversation, HearsOfAResultOnce) {
  const Message call{.role = Role::assistant, .calls = {list_files}};
  const Message result{.role = Role::observation, .text = "a b", .answers = "c1"};
  const Message cleared{.role = Role::observation, .text = "[cleared]", .answers = "c1"};

  conversation.answered({.calls = {list_files}});
  ask({call, result});
  ask({call, result});
  ask({call, cleared});

  EXPECT_THAT(ran, SizeIs(1));
}

TEST_F(AConversation, HearsOfNoResultOfACallTheModelNeverMade) {
  const Message call{.role = Role::assistant, .calls = {list_files}};
  const Message result{.role = Role::observation, .text = "a b", .answers = "c1"};

  ask({call, result});

  EXPECT_THAT(ran, IsEmpty());
  EXPECT_THAT(told(), ElementsAre("assistant> bash", "observation: a b"));
}

TEST_F(AConversation, HearsOfAResultThatIsEmpty) {
  const Message call{.role = Role::assistant, .calls = {list_files}};

  conversation.answered({.calls = {list_files}});
  ask({call, {.role = Role::observation, .answers = "c1"}});

  EXPECT_THAT(ran, SizeIs(1));
}

TEST_F(AConversation, IsBounded) {
  const std::string half(Conversation::most_bytes / 2, 'x');

  ask({{.role = Role::user, .text = half}});
  EXPECT_LT(said.at(0).text.size(), Conversation::longest_text + 10);

  Transcript many;
  for (std::size_t i = 0; i < 2 * Conversation::most_messages; ++i) {
    many.push_back({.role = Role::user, .text = std::to_string(i)});
  }
  ask(many);
  ask(many);
  conversation.answered({.text = "still here"});

  EXPECT_THAT(said, SizeIs(Conversation::most_messages + 2));
  EXPECT_EQ(said.back().text, "still here");
}

TEST_F(AConversation, IsBoundedInItsCallsToo) {
  std::vector<ToolCall> calls;
  for (int i = 0; i < 100; ++i) {
    calls.push_back({.id = std::to_string(i),
                     .name = std::to_string(i),
                     .arguments = std::string(Conversation::longest_text, 'x')});
  }

  ask({{.role = Role::assistant, .calls = calls}});

  ASSERT_THAT(said, SizeIs(1));
  EXPECT_THAT(said.at(0).calls, IsEmpty());
}

TEST(HeldBack, IsToldLaterOrForgotten) {
  Transcript said;
  const Listener listener{.said = [&](const Message& message) { said.push_back(message); }};
  Conversation conversation(listener);
  const Transcript title = {{.role = Role::user, .text = "title?"}};
  const Transcript task = {{.role = Role::user, .text = "task"}};

  conversation.asked(title, Keys::of(title));
  conversation.forget();
  conversation.asked(task, Keys::of(task));
  EXPECT_THAT(said, IsEmpty());
  conversation.tell();

  EXPECT_THAT(said, ElementsAre(Message{.role = Role::user, .text = "task"}));
}

TEST_F(AConversation, TakesNoTimeForArgumentsWithoutEnd) {
  ToolCall call = list_files;
  call.arguments = "{";
  for (int i = 0; i < 100'000; ++i) call.arguments += "\"" + std::to_string(i) + "\":0,";
  call.arguments += "\"z\":0}";
  const auto begun = std::chrono::steady_clock::now();

  ask({{.role = Role::assistant, .calls = {call}}});

  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(5));
  EXPECT_THAT(said, SizeIs(1));
}

TEST_F(AConversation, GoesOnWithACallThatCameWithoutAWord) {
  ask(first);
  conversation.answered({.calls = {list_files}});

  EXPECT_TRUE(
      continued_by(with(first, {{.role = Role::assistant, .calls = {list_files}},
                                {.role = Role::observation, .text = "a", .answers = "c1"}})));
  EXPECT_FALSE(continued_by(with(first, {{.role = Role::assistant}})));
}

}  // namespace
}  // namespace redcode::relay
