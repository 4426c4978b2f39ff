#include <gmock/gmock.h>

#include <fstream>
#include <iterator>

#include "sandbox/docker/companion.h"
#include "sandbox/docker/container_spec.h"
#include "sandbox/owner.h"

namespace redcode::docker {
namespace {

using testing::HasSubstr;

Json spec() { return companion_spec("image", "/var/lib/docker/overlay2"); }

TEST(CompanionSpec, AsksForNothingTheDocumentDoesNotExplain) {
  std::ifstream file("docs/companion.md");
  const std::string document{std::istreambuf_iterator<char>(file), {}};

  const Json capabilities = spec().at("HostConfig").at("CapAdd");

  ASSERT_FALSE(capabilities.empty());
  for (const Json& one : capabilities) {
    EXPECT_THAT(document, HasSubstr("`" + one.get<std::string>() + "`"));
  }
  EXPECT_EQ(spec().at("HostConfig").at("CapDrop"), Json({"ALL"}));
  EXPECT_FALSE(spec().at("HostConfig").contains("Privileged"));
}

TEST(CompanionSpec, CanBeReapedAndEndsWithItsInput) {
  const Json labels = spec().at("Labels");

  EXPECT_EQ(labels.at(sandbox_label), "1");
  EXPECT_EQ(labels.at(owner_label), sandbox::this_owner());
  EXPECT_TRUE(spec().at("StdinOnce").get<bool>());
  EXPECT_TRUE(spec().at("HostConfig").at("AutoRemove").get<bool>());
}

TEST(CompanionSpec, ReadsTheLayersAndHoldsNoMountBelowThem) {
  const Json layers = spec().at("HostConfig").at("Mounts").at(0);

  EXPECT_EQ(layers.at("Source"), "/var/lib/docker/overlay2");
  EXPECT_EQ(layers.at("Target"), "/var/lib/docker/overlay2");
  EXPECT_TRUE(layers.at("ReadOnly").get<bool>());
  EXPECT_TRUE(layers.at("BindOptions").at("NonRecursive").get<bool>());
}

}  // namespace
}  // namespace redcode::docker
