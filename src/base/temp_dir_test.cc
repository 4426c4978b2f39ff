#include "base/temp_dir.h"

#include <gtest/gtest.h>
#include <sys/mount.h>

#include <algorithm>
#include <fstream>

namespace redcode {
namespace {

TEST(TempDir, GoesWithItsOwnerAndAllInIt) {
  std::filesystem::path path;
  {
    const TempDir dir("test");
    path = dir.path();
    std::ofstream(path / "file") << "x";
    EXPECT_TRUE(std::filesystem::exists(path / "file"));
  }

  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(TempDir, TakesMountsOffInsteadOfDeletingThroughThem) {
  const std::filesystem::path elsewhere =
      std::filesystem::temp_directory_path() / "redcode-test-elsewhere";
  std::filesystem::create_directories(elsewhere);
  std::ofstream(elsewhere / "precious") << "x";
  bool mounted = false;
  {
    const TempDir dir("test");
    std::filesystem::create_directories(dir.path() / "in");
    mounted = mount(elsewhere.c_str(), (dir.path() / "in").c_str(), nullptr, MS_BIND, nullptr) == 0;
  }

  EXPECT_TRUE(std::filesystem::exists(elsewhere / "precious"));
  std::filesystem::remove_all(elsewhere);
  if (!mounted) GTEST_SKIP() << "mounting needs root";
}

TEST(RemoveAbandonedTempDirs, TakesWhatAKilledProcessLeftAndNothingElse) {
  const TempDir living("test");
  const std::filesystem::path root = std::filesystem::temp_directory_path();
  const std::filesystem::path abandoned = root / "redcode-test-abandoned-by-test";
  const std::filesystem::path strange = root / "redcode-test-not-ours";
  std::filesystem::create_directories(abandoned);
  std::filesystem::create_directories(strange);
  std::ofstream(abandoned / ".redcode-temporary").close();

  const auto removed = remove_abandoned_temp_dirs();

  EXPECT_NE(std::ranges::find(removed, abandoned), removed.end());
  EXPECT_TRUE(std::filesystem::exists(living.path()));
  EXPECT_TRUE(std::filesystem::exists(strange));
  std::filesystem::remove(strange);
}

}  // namespace
}  // namespace redcode
