#include "personas/wire.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json.h"
#include "base/text.h"

namespace redcode::personas {
namespace {

using record::Role;
using ::testing::EndsWith;
using ::testing::StartsWith;

ChatRequest hello(bool include_usage) {
  return {.model = "obeys",
          .messages = {{Role::system, "be useful"}, {Role::user, "one two three"}},
          .stream = true,
          .include_usage = include_usage};
}

Json payload(const std::string& event) { return *parse_json(std::string_view(event).substr(6)); }

TEST(ReadChatRequest, TakesMessagesAndOptions) {
  const Result<ChatRequest> request =
      read_chat_request(R"({"model": "ideal", "stream": true, "temperature": 0,
      "stream_options": {"include_usage": true},
      "messages": [{"role": "developer", "content": "s"}, {"role": "user", "content": [{"type": "text", "text": "a"},
      {"type": "image_url"}, {"type": "text", "text": "b"}]}, {"role": "assistant", "content": null},
      {"role": "tool", "content": "o"}]})");

  ASSERT_TRUE(request) << request.error().text();
  EXPECT_EQ(request->model, "ideal");
  EXPECT_TRUE(request->stream);
  EXPECT_TRUE(request->include_usage);
  EXPECT_EQ(request->messages, (record::Transcript{{Role::system, "s"},
                                                   {Role::user, "ab"},
                                                   {Role::assistant, ""},
                                                   {Role::observation, "o"}}));
}

TEST(ReadChatRequest, RefusesWhatIsNotAConversation) {
  for (const std::string_view body :
       {"", "[]", "{}", R"({"messages": []})", R"({"messages": "x"})", R"({"messages": ["x"]})",
        R"({"messages": [{"role": "ghost", "content": ""}]})"}) {
    EXPECT_FALSE(read_chat_request(body)) << body;
  }
}

TEST(Completion, HoldsTheReplyAndItsUsage) {
  const Json json = *parse_json(completion(hello(false), "four words in all"));

  EXPECT_EQ(json["choices"][0]["message"]["content"], "four words in all");
  EXPECT_EQ(json["choices"][0]["finish_reason"], "stop");
  EXPECT_EQ(json["usage"]["prompt_tokens"], 5);
  EXPECT_EQ(json["usage"]["completion_tokens"], 4);
  EXPECT_EQ(json["usage"]["total_tokens"], 9);
}

TEST(CompletionEvents, AddUpToTheReplyAndEndWithDone) {
  std::string reply;
  for (int i = 0; i < 50; ++i) reply += "caf\xC3\xA9 \xE2\x82\xAC ";

  const std::vector<std::string> events = completion_events(hello(true), reply);

  ASSERT_GT(events.size(), 7U);
  std::string text;
  for (std::size_t i = 0; i + 2 < events.size(); ++i) {
    ASSERT_THAT(events[i], StartsWith("data: {"));
    const std::string delta =
        member_or<std::string>(payload(events[i])["choices"][0]["delta"], "content", "");
    EXPECT_EQ(delta, valid_utf8(delta));
    text += delta;
  }
  EXPECT_EQ(text, reply);
  EXPECT_EQ(payload(events[events.size() - 2])["usage"]["completion_tokens"], 100);
  EXPECT_EQ(events.back(), "data: [DONE]\n\n");
}

TEST(CompletionEvents, GiveUsageOnlyWhenAsked) {
  for (const std::string& event : completion_events(hello(false), "hi")) {
    EXPECT_EQ(event.find("usage"), std::string::npos);
    EXPECT_THAT(event, EndsWith("\n\n"));
  }
}

TEST(ErrorReply, HoldsMessageHintAndCode) {
  const Json json = *parse_json(error_reply({.code = "c", .message = "m", .hint = "h"}));

  EXPECT_EQ(json["error"]["message"], "m; h");
  EXPECT_EQ(json["error"]["code"], "c");
}

TEST(ModelsReply, ListsThemInOrder) {
  const Json json = *parse_json(models_reply({"a", "b"}));

  EXPECT_EQ(json["data"][1]["id"], "b");
}

}  // namespace
}  // namespace redcode::personas
