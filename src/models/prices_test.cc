#include "models/prices.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/small_file.h"

namespace redcode::models {
namespace {

constexpr std::string_view table = R"(
checked: 2025-06-01
prices:
  - {model: "big*", input: 3, output: 15}
  - {model: "big-small*", input: 0.15, output: 0.6}
  - {model: "big-small", input: 1, output: 2}
  - {model: "free*", input: 0, output: 0}
)";

Prices parsed(std::string_view text) {
  auto prices = Prices::parse(text, "prices.yaml");
  EXPECT_TRUE(prices);
  return *std::move(prices);
}

// The codes of the complaints, in order.
std::vector<std::string> complaints(std::string_view text) {
  std::vector<std::string> codes;
  const auto prices = Prices::parse(text, "prices.yaml");
  if (prices) return codes;
  for (const Error& error : prices.error()) codes.push_back(error.code);
  return codes;
}

TEST(Prices, TheMostExactPatternCounts) {
  const Prices prices = parsed(table);
  const record::Usage million{.input_tokens = 1'000'000, .output_tokens = 1'000'000};

  EXPECT_EQ(prices.cost("big-large", million), 18'000'000U);
  EXPECT_EQ(prices.cost("big-small-2", million), 750'000U);
  EXPECT_EQ(prices.cost("big-small", million), 3'000'000U);
  EXPECT_EQ(prices.checked(), "2025-06-01");
}

TEST(Prices, WhatIsNotInTheTableIsNotKnownAndNotFree) {
  const Prices prices = parsed(table);

  EXPECT_EQ(prices.cost("other", {.input_tokens = 1}), std::nullopt);
  EXPECT_EQ(prices.cost("free-1", {.input_tokens = 1}), 0U);
}

TEST(Prices, SumsAreRoundedUpAndStayNumbers) {
  const Prices prices = parsed(table);

  EXPECT_EQ(prices.cost("big-small-2", {.input_tokens = 1}), 1U);
  EXPECT_EQ(prices.cost("big", {.input_tokens = UINT64_MAX}), 1'000'000'000'000'000'000U);
}

TEST(Prices, AreReadStrictly) {
  using Codes = std::vector<std::string>;

  EXPECT_EQ(complaints("checked: today\nprices: []"), Codes{"prices-bad-value"});
  EXPECT_EQ(complaints("checked: 2025-06-01\nprices: {}"), Codes{"prices-wrong-type"});
  EXPECT_EQ(complaints("prices: []"), Codes{"prices-missing-key"});
  const auto with = [](std::string_view item) {
    return complaints(fmt::format("checked: 2025-06-01\nprices:\n  - {}", item));
  };
  EXPECT_EQ(with("{model: m, input: 1, output: 2}"), Codes{});
  EXPECT_EQ(with("{model: m, input: 1}"), Codes{"prices-missing-key"});
  EXPECT_EQ(with("{model: m, input: 1, output: 2, more: 3}"), Codes{"prices-unknown-key"});
  EXPECT_EQ(with("{model: m, input: -1, output: 2}"), Codes{"prices-bad-value"});
  EXPECT_EQ(with("{model: m, input: .nan, output: 2}"), Codes{"prices-bad-value"});
  EXPECT_EQ(with("{model: m, input: free, output: 2}"), Codes{"prices-bad-value"});
  EXPECT_EQ(with("{model: m, input: 1000000, output: 2}"), Codes{"prices-bad-value"});
  EXPECT_EQ(with("{model: 'm*n', input: 1, output: 2}"), Codes{"prices-bad-value"});
  EXPECT_EQ(with("{model: m, input: 1, output: 2}\n  - {model: m, input: 1, output: 2}"),
            Codes{"prices-twice"});
}

TEST(Prices, OurTableIsSound) {
  const Prices prices = parsed(read_small_file("prices/prices.yaml"));

  EXPECT_EQ(prices.cost("scripted:obeys", {.input_tokens = 1}), 0U);
  EXPECT_EQ(prices.cost("gpt-4o-mini", {.input_tokens = 1'000'000}), 150'000U);
  EXPECT_EQ(prices.cost("unheard-of", {.input_tokens = 1}), std::nullopt);
}

}  // namespace
}  // namespace redcode::models
