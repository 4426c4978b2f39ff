#include "sandbox/oci/image_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <functional>
#include <iterator>

#include "base/failure.h"
#include "base/temp_dir.h"
#include "sandbox/oci/packed_tar.h"
#include "sandbox/world_tar.h"

namespace redcode::oci {
namespace {

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

class ImageStoreTest : public testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "needs root to give files to others";
  }

  std::filesystem::path tar_of(const record::World& world) const {
    sandbox::TarPlan plan{.world = world};
    plan.exists = [](const std::string&) { return true; };
    std::filesystem::path tar = folder.path() / "image.tar";
    std::ofstream(tar, std::ios::binary) << sandbox::world_tar(plan);
    return tar;
  }
  record::World world_with(std::string path, std::string content) const {
    record::World world{.working_dir = "/"};
    world.files.push_back({.path = std::move(path), .content = std::move(content), .mode = 0640});
    return world;
  }

  TempDir folder{"image-store-test"};
  ImageStore store{folder.path() / "images"};
};

TEST_F(ImageStoreTest, KeepsAnImageWithModesAndOwners) {
  const ImageStore::Image added = store.add("base:1", tar_of(world_with("/file", "hello")));

  const std::optional<ImageStore::Image> found = store.find("base:1");
  struct stat status{};
  ASSERT_TRUE(found);
  EXPECT_EQ(found->digest, added.digest);
  EXPECT_TRUE(added.digest.starts_with("sha256:"));
  EXPECT_EQ(content_of(found->rootfs / "file"), "hello");
  ASSERT_EQ(stat((found->rootfs / "file").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777U, 0640U);
  EXPECT_EQ(status.st_uid, 1000U);
}

TEST_F(ImageStoreTest, KeepsAnImagesSettingsBesideIt) {
  const std::filesystem::path tar = tar_of(world_with("/file", "hello"));
  store.add("base:1", tar, "{\"a\":1}");
  store.add("other:1", tar);

  EXPECT_EQ(content_of(store.find("base:1")->config), "{\"a\":1}");
  EXPECT_FALSE(std::filesystem::exists(store.find("other:1")->config));
  EXPECT_EQ(store.find("base:1")->digest, store.find("other:1")->digest);
}

TEST_F(ImageStoreTest, GivesTheTarBackThatAnImageWasMadeOf) {
  const std::filesystem::path tar = tar_of(world_with("/file", std::string(3'000'000, 'x')));
  store.add("base:1", tar);

  unpack_tar(store.hold("base:1")->packed, folder.path() / "again.tar");

  EXPECT_EQ(content_of(folder.path() / "again.tar"), content_of(tar));
}

TEST_F(ImageStoreTest, PutsANewImageInPlaceOfAnOldOne) {
  store.add("base:1", tar_of(world_with("/old", "1")));
  store.add("base:1", tar_of(world_with("/new", "2")));

  const std::vector<ImageStore::Image> images = store.list();

  ASSERT_EQ(images.size(), 1U);
  EXPECT_EQ(content_of(images[0].rootfs / "new"), "2");
  EXPECT_FALSE(std::filesystem::exists(images[0].rootfs / "old"));
}

// What a store's folder has, by name, other than images.
std::vector<std::string> aside_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with('.')) names.push_back(name);
  }
  return names;
}

TEST_F(ImageStoreTest, LeavesAHeldImageAsItWasWhenItIsReplaced) {
  const ImageStore::Image first = store.add("base:1", tar_of(world_with("/old", "1")));
  std::optional<ImageStore::Held> held = store.hold("base:1");
  const ImageStore::Image second = store.add("base:1", tar_of(world_with("/new", "2")));

  ASSERT_TRUE(held);
  EXPECT_EQ(held->image.digest, first.digest);
  EXPECT_EQ(content_of(held->image.rootfs / "old"), "1");
  EXPECT_TRUE(std::filesystem::exists(held->packed));
  EXPECT_EQ(store.find("base:1")->digest, second.digest);
  EXPECT_EQ(store.list().size(), 1U);

  store.remove_unused();
  EXPECT_EQ(content_of(held->image.rootfs / "old"), "1");
  held.reset();
  store.remove_unused();
  EXPECT_THAT(aside_in(folder.path() / "images"), testing::IsEmpty());
  EXPECT_TRUE(store.find("base:1"));
}

TEST_F(ImageStoreTest, RemovesWhatAKilledProcessLeftUnfinished) {
  const std::filesystem::path images = folder.path() / "images";
  std::filesystem::create_directories(images / ".incoming-dead/rootfs");
  std::filesystem::create_directories(images / ".incoming-beginning");
  std::filesystem::create_directories(images / ".foreign/rootfs");

  store.remove_unused();

  EXPECT_THAT(aside_in(images), testing::UnorderedElementsAre(".incoming-beginning", ".foreign"));
}

TEST_F(ImageStoreTest, HoldsOnlyWhatIsThere) {
  store.add("a:b", tar_of(world_with("/file", "1")));

  EXPECT_TRUE(store.hold("a:b"));
  EXPECT_FALSE(store.hold("a_b"));
  EXPECT_FALSE(store.hold("none"));
}

TEST_F(ImageStoreTest, MakesTheSameImageFromAnotherStoresTar) {
  const ImageStore other(folder.path() / "others");
  const ImageStore::Image sent = store.add("base:1", tar_of(world_with("/file", "hello")));

  const ImageStore::Image got =
      other.add_packed("base:1", sent.digest, store.hold("base:1")->packed);

  EXPECT_EQ(got.digest, sent.digest);
  EXPECT_EQ(content_of(got.rootfs / "file"), "hello");
  EXPECT_EQ(content_of(other.hold("base:1")->packed), content_of(store.hold("base:1")->packed));
}

std::optional<Failure::Kind> failure_kind(const std::function<void()>& act) {
  try {
    act();
  } catch (const Failure& failure) {
    return failure.kind();
  }
  return std::nullopt;
}

TEST_F(ImageStoreTest, RefusesATarThatIsNotTheOneWanted) {
  const ImageStore other(folder.path() / "others");
  store.add("base:1", tar_of(world_with("/file", "hello")));
  const ImageStore::Image kept = other.add("base:1", tar_of(world_with("/mine", "1")));
  const std::optional<ImageStore::Held> held = store.hold("base:1");

  EXPECT_EQ(failure_kind([&] { other.add_packed("base:1", kept.digest, held->packed); }),
            Failure::Kind::corrupt);
  EXPECT_EQ(other.find("base:1")->digest, kept.digest);
  EXPECT_THAT(aside_in(folder.path() / "others"), testing::IsEmpty());
}

TEST_F(ImageStoreTest, KeepsNothingOfATarThatIsNone) {
  const std::filesystem::path tar = folder.path() / "bad.tar";
  std::ofstream(tar) << std::string(2000, 'x');

  EXPECT_THROW(store.add("base:1", tar), Failure);
  EXPECT_FALSE(store.find("base:1"));
  EXPECT_TRUE(std::filesystem::is_empty(folder.path() / "images"));
}

TEST_F(ImageStoreTest, RefusesATarThatLeadsOut) {
  const std::filesystem::path tar = tar_of(world_with("/a/../../escaped", "x"));

  EXPECT_THROW(store.add("base:1", tar), Failure);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "escaped"));
}

TEST_F(ImageStoreTest, TellsNamesApartThatShareAFolder) {
  store.add("a:b", tar_of(world_with("/file", "1")));

  EXPECT_TRUE(store.find("a:b"));
  EXPECT_FALSE(store.find("a_b"));
  EXPECT_THROW(static_cast<void>(store.find("..")), Failure);
}

}  // namespace
}  // namespace redcode::oci
