#include "sandbox/docker/layer_seeding.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

#include "base/failure.h"
#include "base/temp_dir.h"

namespace redcode::docker {
namespace {

namespace fs = std::filesystem;

class LayerPlanting : public testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "giving files to others needs root";
    fs::create_directories(layers.upper);
    fs::create_directories(layers.lowers[0] / "etc/app");
    chmod((layers.lowers[0] / "etc/app").c_str(), 0710);
    ASSERT_EQ(chown((layers.lowers[0] / "etc/app").c_str(), 7, 8), 0);
  }

  struct stat status_of(const char* path) const {
    struct stat status{};
    EXPECT_EQ(lstat((layers.upper / path).c_str(), &status), 0) << path;
    return status;
  }

  TempDir folder{"seeding-test"};
  Layers layers{.upper = folder.path() / "upper", .lowers = {folder.path() / "lower"}};
};

TEST_F(LayerPlanting, WritesFilesWithExactModesAndOwners) {
  const record::World world{.files = {{.path = "/etc/app/conf", .content = "x=1", .mode = 0640}}};

  plant_in_layer(world, {.uid = 1000, .gid = 1001}, layers, {"/etc"});

  std::ifstream file(layers.upper / "etc/app/conf");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "x=1");
  EXPECT_EQ(status_of("etc/app/conf").st_mode & 07777U, 0640U);
  EXPECT_EQ(status_of("etc/app/conf").st_uid, 1000U);
  EXPECT_EQ(status_of("etc/app/conf").st_gid, 1001U);
}

TEST_F(LayerPlanting, LeavesTheImagesDirectoriesAsTheyAre) {
  const record::World world{.files = {{.path = "/etc/app/new/conf", .owner = "root"}}};

  plant_in_layer(world, {}, layers, {"/etc"});

  EXPECT_EQ(status_of("etc/app").st_mode & 07777U, 0710U);
  EXPECT_EQ(status_of("etc/app").st_uid, 7U);
  EXPECT_EQ(status_of("etc/app").st_gid, 8U);
  EXPECT_EQ(status_of("etc/app/new").st_mode & 07777U, 0755U);
  EXPECT_EQ(status_of("etc/app/new").st_uid, 0U);
}

TEST_F(LayerPlanting, WritesNothingOutsideItsPlaces) {
  const record::World world{.files = {{.path = "/home/dev/x"}, {.path = "/etcetera"}}};

  plant_in_layer(world, {}, layers, {"/etc"});

  EXPECT_TRUE(fs::is_empty(layers.upper));
}

TEST_F(LayerPlanting, NeverFollowsALinkOfTheImages) {
  fs::create_directory(folder.path() / "outside");
  fs::create_directory_symlink(folder.path() / "outside", layers.lowers[0] / "etc/link");
  const record::World world{.files = {{.path = "/etc/link/file"}}};

  EXPECT_THROW(plant_in_layer(world, {}, layers, {"/etc"}), Failure);

  EXPECT_TRUE(fs::is_empty(folder.path() / "outside"));
}

}  // namespace
}  // namespace redcode::docker
