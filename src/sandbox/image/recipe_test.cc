#include "sandbox/image/recipe.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/failure.h"
#include "base/files.h"
#include "base/temp_dir.h"

namespace redcode::image {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

class ARecipe : public testing::Test {
 protected:
  void SetUp() override { put("Dockerfile", "FROM x\nARG PACKAGES=\"bash git\"\n"); }
  void put(const std::string& path, const std::string& text) {
    fs::create_directories((recipe.folder / path).parent_path());
    write_whole(recipe.folder / path, text);
  }

  TempDir folder{"recipe"};
  Recipe recipe{.name = "some", .folder = folder.path() / "some"};
};

TEST_F(ARecipe, AsksForPackages) {
  EXPECT_THAT(packages_asked_by(recipe), ElementsAre("bash", "git"));

  put("Dockerfile", "FROM x\n");
  EXPECT_THROW(packages_asked_by(recipe), Failure);
}

TEST_F(ARecipe, HasFilesInOrderAndProgramsAmongThem) {
  put("services/b", "B");
  put("install", "#!/bin/sh\n");
  put("packages.amd64.lock", "apt 1 all -\n");
  put("services/__pycache__/a.pyc", "");
  fs::permissions(recipe.folder / "install", fs::perms::owner_all);

  std::vector<std::string> files;
  for (const RecipeFile& file : files_beside(recipe))
    files.push_back(fmt::format("{} {} {}", file.path, file.content, file.program));
  EXPECT_THAT(files, ElementsAre("install #!/bin/sh\n true", "services/b B false"));
  EXPECT_TRUE(has_install(recipe));
}

TEST_F(ARecipe, IsAnotherWhenAFileIs) {
  const std::string alone = digest_of(recipe);
  put("packages.amd64.lock", "apt 1 all -\n");
  EXPECT_EQ(digest_of(recipe), alone);

  put("services/b", "B");
  const std::string with_file = digest_of(recipe);
  put("services/b", "C");

  EXPECT_NE(with_file, alone);
  EXPECT_NE(digest_of(recipe), with_file);
  EXPECT_FALSE(has_install(recipe));
}

TEST(Recipes, AreThoseThatCameWithRedcode) {
  for (const std::string& name : recipe_names())
    EXPECT_FALSE(packages_asked_by(recipe_called(name)).empty()) << name;
  EXPECT_EQ(usual_tag(recipe_names().front()), "redcode-base:1");
  EXPECT_TRUE(has_install(recipe_called("dev")));
}

// What the base image has, a case may use in either.
TEST(Recipes, OfDevelopersHaveWhatTheBaseImageHas) {
  const std::vector<std::string> all = packages_asked_by(recipe_called("dev"));

  EXPECT_THAT(all, testing::IsSupersetOf(packages_asked_by(recipe_called("base"))));
}

}  // namespace
}  // namespace redcode::image
