#include "view/line_feed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <vector>

#include "base/failure.h"
#include "base/temp_dir.h"
#include "record/run_folder.h"

namespace redcode::view {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Line {
  std::uint64_t number;
  std::uint64_t offset;
  std::string text;
  bool operator==(const Line&) const = default;
};

class LineFeedTest : public testing::Test {
 protected:
  TempDir dir{"test"};
  std::filesystem::path path = dir.path() / "lines";
  LineFeed feed{path};

  void write(std::string_view text) const { std::ofstream(path, std::ios::app) << text; }
  std::vector<Line> read() {
    std::vector<Line> lines;
    while (const auto block = feed.next()) {
      block->each([&](std::uint64_t number, std::uint64_t offset, std::string_view line) {
        lines.push_back({.number = number, .offset = offset, .text = std::string(line)});
      });
    }
    return lines;
  }
};

TEST_F(LineFeedTest, GoesOnWhereItEnded) {
  EXPECT_THAT(read(), IsEmpty());
  write("one\ntwo\n");
  EXPECT_THAT(read(), ElementsAre(Line{1, 0, "one"}, Line{2, 4, "two"}));
  EXPECT_THAT(read(), IsEmpty());

  write("three\n");

  EXPECT_THAT(read(), ElementsAre(Line{3, 8, "three"}));
}

TEST_F(LineFeedTest, ReadsNeitherPipesNorLinks) {
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_THROW(read(), Failure);
  EXPECT_EQ(read_at(path, 0, 1), "");

  std::filesystem::remove(path);
  std::filesystem::create_symlink("/dev/zero", path);
  EXPECT_THROW(read(), Failure);
  EXPECT_EQ(read_at(path, 0, 1), "");
}

TEST_F(LineFeedTest, DoesNotWaitForTheEndOfALineForEver) {
  write("");
  std::filesystem::resize_file(path, std::uintmax_t{1} << 40U);

  EXPECT_THROW(read(), Failure);
}

TEST_F(LineFeedTest, ALineWithoutItsEndWaits) {
  write("one\ntw");
  EXPECT_THAT(read(), ElementsAre(Line{1, 0, "one"}));
  EXPECT_TRUE(feed.waiting());

  write("o\n");

  EXPECT_THAT(read(), ElementsAre(Line{2, 4, "two"}));
  EXPECT_FALSE(feed.waiting());
}

TEST_F(LineFeedTest, ALineThatMatchesItsChecksumIsWholeWithoutItsNewline) {
  const std::string sealed = record::seal_line({{"a", 1}});
  write(sealed);

  EXPECT_THAT(read(), ElementsAre(Line{1, 0, sealed}));
  write("\nnext\n");

  EXPECT_THAT(read(), ElementsAre(Line{2, sealed.size() + 1, "next"}));
}

TEST_F(LineFeedTest, ALineLongerThanAnyOfOursComesOutEmpty) {
  write("one\n" + std::string(std::size_t{70} << 20U, 'x') + "\nthree\n");

  EXPECT_THAT(read(), ElementsAre(Line{1, 0, "one"}, Line{2, (std::size_t{70} << 20U) + 4, ""},
                                  Line{3, (std::size_t{70} << 20U) + 5, "three"}));
}

TEST_F(LineFeedTest, GivesALineByItsPlace) {
  write("one\ntwo\n");

  EXPECT_EQ(read_at(path, 4, 3), "two");
  EXPECT_EQ(read_at(path, 4, 30), "");
  EXPECT_EQ(read_at(dir.path() / "none", 0, 1), "");
}

}  // namespace
}  // namespace redcode::view
