#include "sandbox/container_spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/failure.h"

namespace redcode::sandbox {
namespace {

using testing::Contains;
using testing::Not;

// What a daemon that grants everything would say.
Json granting(const Json& spec) {
  Json host = spec.at("HostConfig");
  host["Privileged"] = false;
  host["CapAdd"] = nullptr;
  host["Binds"] = nullptr;
  return {{"HostConfig", host},
          {"Config", {{"User", spec.at("User")}, {"NetworkDisabled", spec.at("NetworkDisabled")}}}};
}

TEST(ContainerSpec, AsksForEveryLimitOfThePolicy) {
  const record::Policy policy{.memory_limit = 1 << 28,
                              .cpu_quota = 25'000,
                              .pids_limit = 64,
                              .mounts = {{.source = "/srv/in", .target = "/in"}},
                              .tmpfs = {{.path = "/tmp", .size_bytes = 4096}}};

  const Json host = container_spec(policy, {}).at("HostConfig");

  EXPECT_EQ(host.at("NetworkMode"), "none");
  EXPECT_EQ(host.at("Memory"), 1 << 28);
  EXPECT_EQ(host.at("MemorySwap"), 1 << 28);
  EXPECT_EQ(host.at("CpuQuota"), 25'000);
  EXPECT_EQ(host.at("PidsLimit"), 64);
  EXPECT_EQ(host.at("CapDrop"), Json::array({"ALL"}));
  EXPECT_EQ(host.at("Binds"), Json::array({"/srv/in:/in:ro"}));
  EXPECT_EQ(host.at("Tmpfs").at("/tmp"), "rw,exec,nosuid,nodev,size=4096,mode=1777");
  EXPECT_EQ(host.at("Ulimits"), Json::parse(R"([{"Name":"core","Hard":0,"Soft":0}])"));
}

TEST(ContainerSpec, LetsARootWorldBeRootWithoutCapabilities) {
  const Json spec = container_spec({}, {.root = true});

  EXPECT_EQ(spec.at("User"), "0:0");
  EXPECT_EQ(spec.at("HostConfig").at("CapDrop"), Json::array({"ALL"}));
}

TEST(ContainerSpec, RefusesAMountThatWouldChangeItsOwnOptions) {
  const record::Policy policy{.mounts = {{.source = "/srv", .target = "/in:rw"}}};

  EXPECT_THROW(container_spec(policy, {}), Failure);
}

TEST(ReadOnlyPaths, AreThePolicysLessTheWorldsWritableOnes) {
  const record::World world{.writable_paths = {"/etc/cron.d"}};

  const std::vector<std::string> paths = read_only_paths({}, world);

  EXPECT_THAT(paths, Contains("/usr"));
  EXPECT_THAT(paths, Contains("/proc/sys"));
  EXPECT_THAT(paths, Contains("/etc/hostname"));
  EXPECT_THAT(paths, Not(Contains("/etc")));
}

TEST(WithNetworkFiles, LeavesAPlantedHostsFileAlone) {
  const record::World world{.files = {{.path = "/etc/hosts", .content = "mine"}}};

  const record::World complete = with_network_files(world);

  ASSERT_EQ(complete.files.size(), 2U);
  EXPECT_EQ(complete.files[0].content, "mine");
  EXPECT_EQ(complete.files[1].path, "/etc/resolv.conf");
}

TEST(RequireGranted, IsContentWhenEverythingWasSet) {
  const Json spec = container_spec({}, {});

  EXPECT_NO_THROW(require_granted(spec, granting(spec)));
}

TEST(RequireGranted, ThrowsForEveryLimitThatWasNotSet) {
  const Json spec = container_spec({}, {});

  for (const auto& [key, value] : spec.at("HostConfig").items()) {
    if (key == "Binds") continue;  // empty here: nothing was asked
    Json inspected = granting(spec);
    inspected["HostConfig"].erase(key);
    EXPECT_THROW(require_granted(spec, inspected), Failure) << key;
  }
}

TEST(RequireGranted, ThrowsForMoreThanWasAsked) {
  const Json spec = container_spec({}, {});
  Json privileged = granting(spec);
  privileged["HostConfig"]["Privileged"] = true;
  Json capable = granting(spec);
  capable["HostConfig"]["CapAdd"] = {"SYS_ADMIN"};

  EXPECT_THROW(require_granted(spec, privileged), Failure);
  EXPECT_THROW(require_granted(spec, capable), Failure);
}

TEST(RequireGranted, ThrowsForAVolumeOfTheImages) {
  const Json spec = container_spec({}, {});
  Json inspected = granting(spec);
  inspected["Mounts"] = {{{"Destination", "/home/dev/hidden"}}};

  EXPECT_THROW(require_granted(spec, inspected), Failure);
}

TEST(RequireConfined, NeedsFilterPrivilegesAndCapabilitiesAsPromised) {
  const std::string good =
      "Name:\tsleep\nCapEff:\t0000000000000000\nCapBnd:\t0000000000000000\nNoNewPrivs:\t1\nSeccomp:"
      "\t2\n";
  std::string unfiltered = good;
  unfiltered.replace(unfiltered.find("Seccomp:\t2"), 10, "Seccomp:\t0");

  EXPECT_NO_THROW(require_confined(good));
  EXPECT_THROW(require_confined(unfiltered), Failure);
  EXPECT_THROW(require_confined(""), Failure);
}

}  // namespace
}  // namespace redcode::sandbox
