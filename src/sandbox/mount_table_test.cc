#include "sandbox/mount_table.h"

#include <gmock/gmock.h>

namespace redcode::sandbox {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(MountTable, ReadsPointsTypesAndOptions) {
  const MountTable table = mount_table(
      "22 27 0:21 / / rw,relatime - overlay overlay rw\n"
      "23 22 0:22 / /a\\040b ro,nosuid,nodev shared:1 - tmpfs tmpfs rw,size=4k\n"
      "nonsense\n");

  ASSERT_EQ(table.size(), 2U);
  EXPECT_EQ(table.at("/").type, "overlay");
  EXPECT_FALSE(table.at("/").read_only);
  EXPECT_TRUE(table.at("/a b").read_only);
  EXPECT_TRUE(table.at("/a b").no_suid);
  EXPECT_TRUE(table.at("/a b").no_dev);
}

OverlayLayers layers_of(const std::string& settings) {
  return root_layers(mount_table("22 27 0:21 / / rw - overlay overlay " + settings + "\n"));
}

TEST(RootLayers, AreNamedByTheMount) {
  const OverlayLayers layers =
      layers_of("rw,lowerdir=/s/3/fs:/s/a\\040b/fs,upperdir=/s/9/fs,workdir=/s/9/work,index=off");

  EXPECT_EQ(layers.upper, "/s/9/fs");
  EXPECT_THAT(layers.lowers, ElementsAre("/s/3/fs", "/s/a b/fs"));
}

TEST(RootLayers, AreToldOneByOneByNewerKernels) {
  EXPECT_THAT(layers_of("rw,lowerdir+=/s/3/fs,lowerdir+=/s/1/fs,upperdir=/s/9/fs").lowers,
              ElementsAre("/s/3/fs", "/s/1/fs"));
}

TEST(RootLayers, ThatWereShortenedLieBesideTheUpperOne) {
  EXPECT_THAT(layers_of("rw,lowerdir=3/fs:1/fs,upperdir=/var/snapshots/9/fs").lowers,
              ElementsAre("/var/snapshots/3/fs", "/var/snapshots/1/fs"));
}

TEST(RootLayers, AreNoneWhereTheRootIsSomethingElse) {
  const OverlayLayers layers = root_layers(mount_table("22 27 8:1 / / rw - ext4 /dev/sda1 rw\n"));

  EXPECT_TRUE(layers.upper.empty());
  EXPECT_THAT(layers.lowers, IsEmpty());
  EXPECT_THAT(root_layers({}).lowers, IsEmpty());
}

}  // namespace
}  // namespace redcode::sandbox
