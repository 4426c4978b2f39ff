#include "models/wire/draft.h"

#include <gtest/gtest.h>

#include "base/failure.h"

namespace redcode::wire {
namespace {

TEST(Draft, PutsItemsInTheOrderOfTheirIndices) {
  Draft draft;
  draft.name_call(7, "b", "second");
  draft.add_text(3, "wor");
  draft.name_call(5, "a", "");
  draft.add_arguments(5, "{");
  draft.add_text(1, "Hello, ");
  draft.name_call(5, "", "first");
  draft.add_arguments(5, "}");
  draft.add_text(3, "ld");
  draft.usage() = {.input_tokens = 1, .output_tokens = 2};

  const Reply expected{.text = "Hello, world",
                       .calls = {{"a", "first", "{}"}, {"b", "second", ""}},
                       .usage = {.input_tokens = 1, .output_tokens = 2}};
  EXPECT_EQ(draft.reply(), expected);
}

TEST(Draft, HoldsToItsBoundsButCountsNothingForgotten) {
  Draft draft;
  const std::string half(longest_reply / 2, 'x');

  for (int i = 0; i < 5; ++i) {
    draft.forget(1);
    draft.add_text(1, half);
    draft.forget(2);
    draft.add_arguments(2, half);
  }
  for (std::size_t i = 0; i < 2 * most_calls; ++i) {
    draft.forget(2);
    draft.name_call(2, "", "n");
  }

  EXPECT_EQ(draft.reply().text, half);
  EXPECT_EQ(draft.reply().calls.size(), 1U);
  EXPECT_THROW(draft.add_text(3, half + "x"), Failure);
}

}  // namespace
}  // namespace redcode::wire
