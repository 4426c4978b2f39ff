#include "base/staged_folder.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/failure.h"
#include "base/temp_dir.h"

namespace redcode {
namespace {

TEST(StagedFolder, IsGoneUnlessItWasPublished) {
  const TempDir parent("staged-test");
  std::filesystem::path made;

  {
    const StagedFolder staged(parent.path() / "store");
    made = staged.path();
    ASSERT_TRUE(std::filesystem::is_directory(made));
  }

  EXPECT_FALSE(std::filesystem::exists(made));
}

TEST(StagedFolder, TakesThePlaceOfWhatWasThere) {
  const TempDir parent("staged-test");
  const std::filesystem::path target = parent.path() / "thing";
  std::filesystem::create_directory(target);
  std::ofstream(target / "old") << "1";
  std::filesystem::path made;

  {
    const StagedFolder staged(parent.path());
    made = staged.path();
    std::ofstream(made / "new") << "2";
    staged.publish(target);
  }

  EXPECT_TRUE(std::filesystem::exists(target / "new"));
  EXPECT_FALSE(std::filesystem::exists(target / "old"));
  EXPECT_FALSE(std::filesystem::exists(made));
}

TEST(StagedFolder, SaysWhyItCannotBePublished) {
  const TempDir parent("staged-test");
  const StagedFolder staged(parent.path());

  EXPECT_THROW(staged.publish(parent.path() / "no" / "such" / "place"), Failure);
}

}  // namespace
}  // namespace redcode
