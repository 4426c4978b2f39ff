#include "sandbox/docker/api.h"

#include <gtest/gtest.h>

#include "base/failure.h"

namespace redcode::docker {
namespace {

TEST(QueryString, EncodesEveryCharacterThatCouldMeanSomething) {
  EXPECT_EQ(query_string({{"a", "x y&z=1"}, {"b", "ok-1.2"}}), "a=x%20y%26z%3d1&b=ok-1.2");
}

TEST(ProgressLines, HandsOverReadableLinesWhereverTheStreamIsCut) {
  std::vector<std::string> lines;
  ProgressLines progress([&lines](std::string_view line) { lines.emplace_back(line); });

  progress.feed("{\"stream\":\"Step 1\\n\"}\r\n{\"str");
  progress.feed("eam\":\"\\u001b[31mred\\n\"}\n{\"status\":\"ignored\"}\n");

  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0], "Step 1");
  EXPECT_EQ(lines[1].find('\x1b'), std::string::npos);
}

TEST(ProgressLines, ThrowsWhatTheDaemonCallsAnError) {
  ProgressLines progress([](std::string_view) {});

  EXPECT_THROW(progress.feed("{\"error\":\"no space left\"}\n"), Failure);
}

TEST(ProgressLines, GivesUpOnALineWithoutAnEnd) {
  ProgressLines progress([](std::string_view) {});

  EXPECT_THROW(progress.feed(std::string(3'000'000, 'x')), Failure);
}

}  // namespace
}  // namespace redcode::docker
