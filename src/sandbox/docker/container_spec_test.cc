#include "sandbox/docker/container_spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/failure.h"

namespace redcode::docker {
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
          {"Config",
           {{"User", spec.at("User")},
            {"NetworkDisabled", spec.at("NetworkDisabled")},
            {"Entrypoint", spec.at("Entrypoint")},
            {"Cmd", spec.at("Cmd")}}}};
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
  EXPECT_EQ(host.at("Ulimits"), Json::parse(R"([{"Name":"core","Hard":0,"Soft":0},
                                               {"Name":"fsize","Hard":536870912,"Soft":536870912}])"));
}

TEST(ContainerSpec, PutsAContainerBesideAnotherIntoItsNetwork) {
  const Json spec = container_spec({}, {}, {.beside = "f00d"});

  EXPECT_EQ(spec.at("HostConfig").at("NetworkMode"), "container:f00d");
  // A daemon refuses a name of one's own there, and joins no network where there is to be none.
  EXPECT_FALSE(spec.contains("Hostname"));
  EXPECT_FALSE(spec.contains("NetworkDisabled"));
  EXPECT_FALSE(spec.at("HostConfig").contains("Sysctls"));
  EXPECT_EQ(container_spec({}, {}).at("NetworkDisabled"), true);
}

TEST(ContainerSpec, RefusesAnotherNetworkThanThatOfTheOneBeside) {
  const Json spec = container_spec({}, {}, {.beside = "f00d"});
  Json granted = {{"HostConfig", spec.at("HostConfig")},
                  {"Config",
                   {{"User", spec.at("User")},
                    {"Entrypoint", spec.at("Entrypoint")},
                    {"Cmd", spec.at("Cmd")}}}};
  granted["HostConfig"]["Privileged"] = false;
  granted["HostConfig"]["CapAdd"] = nullptr;
  EXPECT_NO_THROW(require_granted(spec, granted));

  granted["HostConfig"]["NetworkMode"] = "bridge";

  EXPECT_THROW(require_granted(spec, granted), Failure);
}

TEST(ContainerSpec, LetsARootWorldBeRootWithoutCapabilities) {
  const Json spec = container_spec({}, {.root = true}, {.obedient = true});

  EXPECT_EQ(spec.at("User"), "0:0");
  EXPECT_EQ(spec.at("HostConfig").at("CapDrop"), Json::array({"ALL"}));
}

TEST(ContainerSpec, GivesTheFirstProcessToNobody) {
  EXPECT_EQ(container_spec({}, {.root = true}).at("User"), "65534:65534");
  EXPECT_EQ(container_spec({}, {}).at("User"), "65534:65534");
}

TEST(ContainerSpec, NamesTheImageByItsIdAndRunsNothingOfTheImagesOwn) {
  const Json spec = container_spec({}, {}, {.image = "sha256:abc"});

  EXPECT_EQ(spec.at("Image"), "sha256:abc");
  EXPECT_EQ(spec.at("Entrypoint"), Json::array({"/usr/bin/env"}));
  EXPECT_FALSE(spec.at("Cmd").empty());
  EXPECT_EQ(spec.at("Healthcheck").at("Test"), Json::array({"NONE"}));
}

TEST(ContainerSpec, RefusesLimitsOfTheLayerThatCannotBeSet) {
  EXPECT_THROW(container_spec({.disk_limit = 1 << 20}, {}), Failure);
  EXPECT_THROW(container_spec({.files_limit = 1000}, {}, {.layer_quota = true}), Failure);
}

TEST(ContainerSpec, AsksForAQuotaWhereTheDaemonHasThem) {
  const Json spec = container_spec({.disk_limit = 1 << 20}, {}, {.layer_quota = true});

  EXPECT_EQ(spec.at("HostConfig").at("StorageOpt").at("size"), "1048576");
}

TEST(ContainerSpec, GivesAKernelOfItsOwnMountsThatTheHostSees) {
  const record::Policy policy{.pids_limit = 30, .tmpfs = {{.path = "/tmp", .size_bytes = 4096}}};

  const Json host =
      container_spec(policy, {}, {.runtime = "runsc", .host_kernel = false}).at("HostConfig");

  EXPECT_EQ(host.at("Runtime"), "runsc");
  EXPECT_FALSE(host.contains("Tmpfs"));
  ASSERT_EQ(host.at("Mounts").size(), 2U);
  const Json& tmp = host.at("Mounts")[1];
  EXPECT_EQ(tmp.at("Target"), "/tmp");
  EXPECT_EQ(tmp.at("VolumeOptions").at("DriverConfig").at("Options").at("o"),
            "size=4096,mode=1777,nosuid,nodev");
  EXPECT_EQ(tmp.at("VolumeOptions").at("Labels").at(sandbox_label), "1");
  EXPECT_EQ(host.at("Ulimits")[2], Json::parse(R"({"Name":"nproc","Hard":30,"Soft":30})"));
  EXPECT_GT(host.at("PidsLimit"), 30);
}

TEST(ContainerSpec, BindsReadOnlyPathsWhereTheRuntimeMakesNone) {
  const Json host =
      container_spec({}, {}, {.bound = {"/etc"}, .root = "/run/way"}).at("HostConfig");

  EXPECT_EQ(host.at("Binds"), Json::array({"/run/way/etc:/etc:ro"}));
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

TEST(WithNetworkFiles, LeavesASeededHostsFileAlone) {
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

TEST(RequireGranted, ThrowsForAnImagesOwnProgram) {
  const Json spec = container_spec({}, {});
  Json inspected = granting(spec);
  inspected["Config"]["Entrypoint"] = {"/image/own"};

  EXPECT_THROW(require_granted(spec, inspected), Failure);
}

TEST(RequireGranted, TakesTheMountsThatWereAskedFor) {
  const record::Policy policy{.mounts = {{.source = "/srv/in", .target = "/in"}}};
  const Json spec = container_spec(policy, {}, {.host_kernel = false});
  Json inspected = granting(spec);
  inspected["HostConfig"]["Binds"] = spec.at("HostConfig").at("Binds");
  inspected["Mounts"] = {{{"Destination", "/in"}}, {{"Destination", "/dev/shm"}}};

  EXPECT_NO_THROW(require_granted(spec, inspected));
}

TEST(RequireGranted, ReadsPodmansWords) {
  const Json spec = container_spec({}, {}, {.podman = true});
  Json inspected = granting(spec);
  inspected["HostConfig"]["Tmpfs"]["/tmp"] =
      spec.at("HostConfig").at("Tmpfs").at("/tmp").get<std::string>() + ",rprivate,tmpcopyup";
  inspected["HostConfig"]["LogConfig"]["Config"] = nullptr;
  Json larger = inspected;
  larger["HostConfig"]["Tmpfs"]["/tmp"] = "rw,exec,nosuid,nodev,size=1048576000,mode=1777";
  Json unlimited = inspected;
  unlimited["HostConfig"]["Memory"] = 0;

  EXPECT_NO_THROW(require_granted(spec, inspected, true));
  EXPECT_THROW(require_granted(spec, larger, true), Failure);
  EXPECT_THROW(require_granted(spec, unlimited, true), Failure);
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
}  // namespace redcode::docker
