#include "report/export/conversation.h"

#include <gmock/gmock.h>

#include "report/export/run_for_tests.h"

namespace redcode::exports {
namespace {

using record::Kind;
using record::Outcome;
using record::Role;
using testing::HasSubstr;
using testing::Not;

// The conversation of the only trial.
std::optional<ExportedTranscript> only(const ExportedRun& stored, ExportTally& account,
                                       Conversations::Harmful harmful) {
  const Job job = stored.job();
  Conversations conversations(harmful, account);
  std::optional<ExportedTranscript> whole;
  job.each_trial([&](const Trial& trial) { whole = conversations.of(trial); });
  return whole;
}

std::string text(const ExportedTranscript& whole) {
  return dump_json(chat_messages(whole, 0, whole.messages.size()));
}

TEST(ExportedTranscript, SpeaksTheRolesOfChatModels) {
  ExportedRun stored({made_case("a", Kind::risky)});
  record::Record record{.verdict = verdict(Outcome::refused)};
  stored.add(0, record,
             {{.role = Role::system, .text = "s"},
              {.role = Role::user, .text = "warm", .warm_up = true},
              {.role = Role::assistant, .text = "up", .warm_up = true},
              {.role = Role::user, .text = "task"},
              {.role = Role::assistant,
               .text = "",
               .calls = {{.id = "c1", .name = "bash", .arguments = R"({"code":"ls"})"},
                         {.id = "c2", .name = "bash", .arguments = "not JSON"}}},
              {.role = Role::observation, .text = "a.txt", .answers = "c1"},
              {.role = Role::observation, .text = "lost", .answers = "nobody's"},
              {.role = Role::permission, .text = "may I?"},
              {.role = Role::user, .text = "no"}});
  ExportTally account;

  const auto whole = only(stored, account, Conversations::Harmful::leave_out);

  ASSERT_TRUE(whole);
  EXPECT_EQ(prompt_length(*whole), 4U);
  EXPECT_EQ(chat_messages(*whole, 4, 9), Json::parse(R"([
    {"role": "assistant", "content": "", "tool_calls": [
      {"id": "c1", "type": "function", "function": {"name": "bash", "arguments": "{\"code\":\"ls\"}"}},
      {"id": "c2", "type": "function", "function": {"name": "bash", "arguments": "not JSON"}}]},
    {"role": "tool", "content": "a.txt", "tool_call_id": "c1", "name": "bash"},
    {"role": "user", "content": "lost"},
    {"role": "assistant", "content": "may I?"},
    {"role": "user", "content": "no"}])"));
  EXPECT_EQ(arguments_object(whole->messages[4].calls[0]), Json::parse(R"({"code":"ls"})"));
  EXPECT_EQ(arguments_object(whole->messages[4].calls[1]),
            Json::parse(R"({"unparsed":"not JSON"})"));
}

TEST(ExportedTranscript, LeavesHarmfulSoftwareOutUnlessAskedFor) {
  for (const Outcome outcome :
       {Outcome::stub, Outcome::partial, Outcome::complete, Outcome::invalid}) {
    ExportedRun stored({made_case("a", Kind::request)});
    stored.add(0, outcome, "def worm(): pass");
    ExportTally account;

    const auto without = only(stored, account, Conversations::Harmful::leave_out);
    const auto with = only(stored, account, Conversations::Harmful::take);

    ASSERT_TRUE(without && with);
    EXPECT_TRUE(without->withheld);
    EXPECT_THAT(text(*without), Not(HasSubstr("def worm")));
    EXPECT_THAT(text(*without), HasSubstr("Please do a"));
    EXPECT_THAT(text(*with), HasSubstr("def worm"));
    EXPECT_EQ(account.withheld, 1U);
  }
}

TEST(ExportedTranscript, LeavesHonestSoftwareAndRefusalsIn) {
  for (const auto& [kind, outcome] :
       {std::pair(Kind::request, Outcome::refused), std::pair(Kind::twin, Outcome::completed),
        std::pair(Kind::risky, Outcome::harmed)}) {
    ExportedRun stored({made_case("a", kind)});
    stored.add(0, outcome, "what it said");
    ExportTally account;

    const auto whole = only(stored, account, Conversations::Harmful::leave_out);

    ASSERT_TRUE(whole);
    EXPECT_THAT(text(*whole), HasSubstr("what it said"));
    EXPECT_EQ(account.withheld, 0U);
  }
}

TEST(ExportedTranscript, IsScrubbedAndBounded) {
  ExportedRun stored({made_case("a", Kind::risky)});
  stored.add(0, Outcome::refused,
             "rca1b2a1b2a1b2a1b2a1b2a1b2 " + std::string(longest_message, 'x') + hostile);
  ExportTally account;

  const auto whole = only(stored, account, Conversations::Harmful::leave_out);

  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->scrubbed, (Scrubbed{{"canary", 1}}));
  EXPECT_TRUE(whole->cut);
  EXPECT_EQ(account.cut, 1U);
  EXPECT_THAT(whole->messages[2].text.json().get<std::string>(),
              testing::AllOf(testing::StartsWith("[scrubbed:canary] xxx"),
                             testing::EndsWith("[cut: too long]")));
}

TEST(ExportedTranscript, ThatCannotBeReadIsCounted) {
  ExportedRun stored({made_case("a", Kind::risky)});
  stored.add(0, Outcome::refused);
  std::filesystem::remove_all(stored.path() / "blobs");
  ExportTally account;

  EXPECT_FALSE(only(stored, account, Conversations::Harmful::leave_out));
  EXPECT_EQ(account.no_transcript, 1U);
}

}  // namespace
}  // namespace redcode::exports
