#include <gtest/gtest.h>

#include "models/wire/wire.h"

namespace redcode::wire {
namespace {

struct Limited {
  std::string body;
  std::optional<std::uint64_t> limit;
  bool operator==(const Limited&) const = default;
};

Limited limited(Format format, std::string_view text, bool always = false) {
  Json body = parse_json(text).value();
  const auto limit = limit_answer(format, body, {.most = 4096, .said_always = always});
  return {.body = dump_json(body), .limit = limit};
}

TEST(LimitAnswer, CapsWhatAsksForMoreAndLeavesTheRest) {
  EXPECT_EQ(limited(Format::chat, R"({"max_tokens":128000,"max_completion_tokens":5})"),
            (Limited{R"({"max_tokens":4096,"max_completion_tokens":5})", 4096}));
  EXPECT_EQ(limited(Format::responses, R"({"max_output_tokens":7})"),
            (Limited{R"({"max_output_tokens":7})", 7}));
  EXPECT_EQ(limited(Format::messages, R"({"max_tokens":64000})"),
            (Limited{R"({"max_tokens":4096})", 4096}));
  EXPECT_EQ(limited(Format::gemini, R"({"generation_config":{"max_output_tokens":65536}})"),
            (Limited{R"({"generation_config":{"max_output_tokens":4096}})", 4096}));
}

TEST(LimitAnswer, TakesWhatIsNoCountForTooMuch) {
  for (const char* odd : {R"("128000")", "128000.0", "-1", "[]", "1e9"}) {
    EXPECT_EQ(limited(Format::chat, std::string(R"({"max_tokens":)") + odd + "}").body,
              R"({"max_tokens":4096})");
  }
}

TEST(LimitAnswer, IsSetWhereNoneIsOnlyIfAsked) {
  EXPECT_EQ(limited(Format::chat, R"({"max_tokens":null})"),
            (Limited{R"({"max_tokens":null})", std::nullopt}));
  EXPECT_EQ(limited(Format::chat, "{}", true), (Limited{R"({"max_tokens":4096})", 4096}));
  EXPECT_EQ(limited(Format::responses, "{}", true),
            (Limited{R"({"max_output_tokens":4096})", 4096}));
  EXPECT_EQ(limited(Format::gemini, "{}", true),
            (Limited{R"({"generationConfig":{"maxOutputTokens":4096}})", 4096}));
  EXPECT_EQ(limited(Format::gemini, R"({"generation_config":{"seed":1}})", true).body,
            R"({"generation_config":{"seed":1,"maxOutputTokens":4096}})");
  EXPECT_EQ(limited(Format::chat, R"({"max_completion_tokens":5})", true),
            (Limited{R"({"max_completion_tokens":5})", 5}));
}

TEST(LimitAnswer, HoldsForThoughts) {
  EXPECT_EQ(limited(Format::messages,
                    R"({"max_tokens":64000,"thinking":{"type":"enabled","budget_tokens":32000}})")
                .body,
            R"({"max_tokens":4096,"thinking":{"type":"enabled","budget_tokens":2048}})");
  EXPECT_EQ(
      limited(Format::messages, R"({"max_tokens":900,"thinking":{"budget_tokens":2000}})").body,
      R"({"max_tokens":900})");
  EXPECT_EQ(
      limited(Format::messages, R"({"max_tokens":4000,"thinking":{"budget_tokens":2000}})").body,
      R"({"max_tokens":4000,"thinking":{"budget_tokens":2000}})");
  EXPECT_EQ(limited(Format::chat, R"({"reasoning":{"max_tokens":9999}})").body,
            R"({"reasoning":{"max_tokens":4096}})");
  EXPECT_EQ(
      limited(Format::gemini, R"({"generationConfig":{"thinkingConfig":{"thinkingBudget":32768}}})")
          .body,
      R"({"generationConfig":{"thinkingConfig":{"thinkingBudget":4096}}})");
  EXPECT_EQ(
      limited(Format::gemini, R"({"generationConfig":{"thinkingConfig":{"thinkingBudget":-1}}})")
          .body,
      R"({"generationConfig":{"thinkingConfig":{"thinkingBudget":-1}}})");
}

}  // namespace
}  // namespace redcode::wire
