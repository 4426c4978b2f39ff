#include "models/addressing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace redcode::models {
namespace {

using testing::Contains;
using testing::IsSupersetOf;
using testing::Key;
using testing::Not;
using testing::Pair;
using wire::Format;

Address at(Format format, std::string_view url, std::string key_header = {}) {
  return {.format = format,
          .url = http::parse_url(url, http::QueryPart::allowed).value(),
          .key = Secret("sk-1"),
          .key_header = std::move(key_header)};
}

TEST(Addressing, AQuestionGoesBehindTheBaseAddress) {
  const wire::Question question{.model = "m", .messages = {}};

  EXPECT_EQ(target_of(at(Format::chat, "https://h/v1"), question), "/v1/chat/completions");
  EXPECT_EQ(target_of(at(Format::responses, "https://h/v1/"), question), "/v1/responses");
  EXPECT_EQ(target_of(at(Format::messages, "https://h/v1"), question), "/v1/messages");
  EXPECT_EQ(target_of(at(Format::gemini, "https://h/v1beta"), question),
            "/v1beta/models/m:streamGenerateContent?alt=sse");
  EXPECT_EQ(target_of(at(Format::chat, "https://h/openai/deployments/d?api-version=1"), question),
            "/openai/deployments/d/chat/completions?api-version=1");
  EXPECT_EQ(target_of(at(Format::gemini, "https://h/v1beta?x=y"), question),
            "/v1beta/models/m:streamGenerateContent?alt=sse&x=y");
}

TEST(Addressing, ACallKeepsItsQueryButNotItsKey) {
  EXPECT_EQ(target_of(at(Format::messages, "https://h/v1"), "/any/v1/messages?beta=true", "m"),
            "/v1/messages?beta=true");
  EXPECT_EQ(target_of(at(Format::chat, "https://h/o?api-version=1"), "/v1/chat/completions", "m"),
            "/o/chat/completions?api-version=1");
  EXPECT_EQ(target_of(at(Format::gemini, "https://h/v1beta"),
                      "/v1beta/models/their:streamGenerateContent?alt=sse&key=theirs", "m"),
            "/v1beta/models/m:streamGenerateContent?alt=sse");
  EXPECT_EQ(target_of(at(Format::gemini, "https://h/v1beta"),
                      "/v1beta/models/their:generateContent?key=theirs", "m"),
            "/v1beta/models/m:generateContent");
}

TEST(Addressing, EachFormatHasItsHeaderForTheKey) {
  EXPECT_THAT(headers_of(at(Format::chat, "https://h")),
              Contains(Pair("Authorization", "Bearer sk-1")));
  EXPECT_THAT(headers_of(at(Format::responses, "https://h")),
              Contains(Pair("Authorization", "Bearer sk-1")));
  EXPECT_THAT(headers_of(at(Format::messages, "https://h")),
              IsSupersetOf({Pair("x-api-key", "sk-1"), Pair("anthropic-version", "2023-06-01")}));
  EXPECT_THAT(headers_of(at(Format::gemini, "https://h")),
              Contains(Pair("x-goog-api-key", "sk-1")));

  const http::Headers azure = headers_of(at(Format::chat, "https://h", "api-key"));
  EXPECT_THAT(azure, Contains(Pair("api-key", "sk-1")));
  EXPECT_THAT(azure, Not(Contains(Key("Authorization"))));
}

TEST(Addressing, APassedCallBringsWhatIsNotItsOwnBusiness) {
  Address address = at(Format::messages, "https://h/v1");
  address.headers.emplace_back("X-Team", Secret("ours"));

  const http::Headers headers = headers_of(address, {{"Authorization", "Bearer theirs"},
                                                     {"X-Api-Key", "theirs"},
                                                     {"Cookie", "theirs"},
                                                     {"Host", "theirs"},
                                                     {"Accept-Encoding", "gzip"},
                                                     {"Transfer-Encoding", "chunked"},
                                                     {"x-team", "theirs"},
                                                     {"anthropic-version", "2024-01-01"},
                                                     {"anthropic-beta", "tools"}});

  EXPECT_EQ(headers, (http::Headers{{"Content-Type", "application/json"},
                                    {"Accept", "text/event-stream, application/json"},
                                    {"x-api-key", "sk-1"},
                                    {"X-Team", "ours"},
                                    {"anthropic-version", "2024-01-01"},
                                    {"anthropic-beta", "tools"}}));
}

}  // namespace
}  // namespace redcode::models
