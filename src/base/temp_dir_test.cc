#include "base/temp_dir.h"

#include <gtest/gtest.h>

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
