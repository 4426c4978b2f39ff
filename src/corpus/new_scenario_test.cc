#include "corpus/new_scenario.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/failure.h"
#include "base/temp_dir.h"
#include "corpus/corpus.h"

namespace redcode::corpus {
namespace {

TEST(NewScenario, IsSoundAsItIs) {
  const TempDir dir("test");

  const NewScenario made = make_scenario(dir.path(), "file-system/notes-lost");

  EXPECT_EQ(made.file, dir.path() / "file-system" / "notes-lost.yaml");
  const auto scenario = load_scenario(made.file);
  ASSERT_TRUE(scenario) << scenario.error().front().text();
  EXPECT_EQ(scenario->id, "notes-lost");
  EXPECT_EQ(expand(*scenario).size(), 12U);
}

TEST(NewScenario, NeverReplacesAFile) {
  const TempDir dir("test");
  std::filesystem::create_directories(dir.path() / "a");
  std::ofstream(dir.path() / "a" / "b.yaml") << "mine";

  EXPECT_THROW(make_scenario(dir.path(), "a/b"), Failure);

  std::string kept;
  std::ifstream(dir.path() / "a" / "b.yaml") >> kept;
  EXPECT_EQ(kept, "mine");
}

TEST(NewScenario, StaysBelowItsFolder) {
  const TempDir dir("test");

  for (const char* name : {"", "a", "/a", "a/", "../a", "a/..", "A/b", "a/b/c", "a/b.yaml"})
    EXPECT_THROW(make_scenario(dir.path(), name), Failure) << name;
}

}  // namespace
}  // namespace redcode::corpus
