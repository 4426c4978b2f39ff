#include "base/entries.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "base/fd.h"
#include "base/temp_dir.h"

namespace redcode {
namespace {

TEST(Entries, AreThePathsInAFolder) {
  const TempDir dir("entries");
  std::ofstream(dir.path() / "one");
  std::ofstream(dir.path() / "two");

  std::vector<std::filesystem::path> paths = entries_of(dir.path());
  std::erase_if(paths, [](const auto& path) { return path.filename().string().starts_with("."); });
  std::ranges::sort(paths);

  EXPECT_EQ(paths, (std::vector{dir.path() / "one", dir.path() / "two"}));
}

TEST(Entries, OfAFolderThatIsNotThereAreNone) {
  EXPECT_TRUE(entries_of("/nowhere/at/all").empty());
  EXPECT_TRUE(each_entry("/nowhere/at/all", [](const auto&) { FAIL(); }));
}

// Puts something else in the place of each descriptor of ours that is open on `folder`.
void break_listing(const std::filesystem::path& folder) {
  const Fd other(open("/dev/null", O_RDONLY | O_CLOEXEC));
  for (const std::filesystem::path& fd : entries_of("/proc/self/fd")) {
    std::error_code gone;
    if (std::filesystem::read_symlink(fd, gone) == folder)
      dup2(other.get(), std::stoi(fd.filename().string()));
  }
}

// As a folder of a file system that is gone would: a range-for would throw here.
TEST(Entries, AFolderThatBreaksWhileItIsReadIsAnErrorNotAThrow) {
  const TempDir dir("entries");
  std::error_code error;
  std::size_t seen = 0;

  EXPECT_NO_THROW(error = each_entry(dir.path(), [&](const auto&) {
                    ++seen;
                    break_listing(dir.path());
                  }));

  EXPECT_EQ(seen, 1U);
  EXPECT_TRUE(error);
}

}  // namespace
}  // namespace redcode
