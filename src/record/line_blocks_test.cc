#include "record/line_blocks.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/temp_dir.h"

namespace redcode::record {
namespace {

class Blocks : public testing::Test {
 protected:
  struct Line {
    std::uint64_t number;
    std::string text;
    bool operator==(const Line&) const = default;
  };

  std::vector<Line> lines_of(const std::string& text) {
    std::ofstream(file, std::ios::binary) << text;
    std::vector<Line> lines;
    blocks = 0;
    LineBlocks source = LineBlocks::open(file).value();
    while (const std::optional<LineBlock> block = source.next()) {
      ++blocks;
      block->each([&lines](std::uint64_t number, std::string_view line) {
        lines.push_back({number, std::string(line)});
      });
    }
    return lines;
  }

  TempDir dir{"test"};
  std::filesystem::path file = dir.path() / "lines";
  int blocks = 0;
};

TEST_F(Blocks, GivesEveryLineOnceWithItsNumber) {
  EXPECT_EQ(lines_of("a\n\nb\n"), (std::vector<Line>{{1, "a"}, {2, ""}, {3, "b"}}));
  EXPECT_EQ(lines_of("a\nlast"), (std::vector<Line>{{1, "a"}, {2, "last"}}));
  EXPECT_TRUE(lines_of("").empty());
}

TEST_F(Blocks, NumbersGoOnFromBlockToBlock) {
  std::string text;
  for (int i = 1; i <= 60'000; ++i) text += std::to_string(i) + std::string(100, 'x') + "\n";

  const std::vector<Line> lines = lines_of(text);

  EXPECT_GT(blocks, 2);
  ASSERT_EQ(lines.size(), 60'000U);
  EXPECT_EQ(lines.back().number, 60'000U);
  EXPECT_TRUE(lines[40'000].text.starts_with("40001x"));
}

TEST_F(Blocks, ALineOfManyBlocksIsWhole) {
  const std::string wide(7 << 20, 'w');

  EXPECT_EQ(lines_of("a\n" + wide + "\nb\n"), (std::vector<Line>{{1, "a"}, {2, wide}, {3, "b"}}));
}

TEST_F(Blocks, ALineLongerThanAnyIsCutAndItsNeighboursAreNot) {
  const std::string endless(70 << 20, 'e');

  const std::vector<Line> lines = lines_of("a\n" + endless + "\nb\n");

  ASSERT_EQ(lines.size(), 3U);
  EXPECT_LT(lines[1].text.size(), endless.size());
  EXPECT_EQ(lines[2], (Line{3, "b"}));
}

}  // namespace
}  // namespace redcode::record
