#include "sandbox/attest/expectations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

namespace redcode::attest {
namespace {

Setting on(std::string engine, bool host_kernel = true) {
  return {.engine = std::move(engine),
          .host_kernel = host_kernel,
          .host_namespaces = {{"net", "net:[1]"}, {"user", "user:[1]"}},
          .host_name = "server",
          .host_time = 1'000'000};
}

Expectation expectation(const Setting& setting, const std::string& name) {
  const std::vector<Expectation> all = expectations(setting);
  const auto found = std::ranges::find(all, name, &Expectation::name);
  if (found == all.end()) return {.name = "no probe is called " + name};
  return *found;
}

bool holds(const Setting& setting, const std::string& name, const std::string& found) {
  const Expectation one = expectation(setting, name);
  EXPECT_TRUE(one.want.holds) << one.name;
  return one.want.holds && one.kind != note && one.want.holds(found);
}

std::set<std::string> names(const Setting& setting) {
  std::set<std::string> all;
  for (const Expectation& one : expectations(setting)) all.insert(one.name);
  return all;
}

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Expectations, AreAtLeastEightyOfContainmentAndFifteenOfAwareness) {
  const std::vector<Expectation> all = expectations(on("docker+runc"));

  EXPECT_GE(std::ranges::count(all, containment, &Expectation::kind), 80);
  EXPECT_GE(std::ranges::count(all, awareness, &Expectation::kind), 15);
}

TEST(Expectations, AreTheSameProbesOnEveryEngineEachOnce) {
  EXPECT_EQ(names(on("docker+runc")), names(on("oci+runsc", false)));
  EXPECT_EQ(names(on("oci+runc")).size(), expectations(on("oci+runc")).size());
}

TEST(Expectations, AreInTheDocument) {
  const std::string document = text_of("docs/attestation.md");

  for (const std::string& name : names(on("docker+runc"))) {
    EXPECT_THAT(document, testing::HasSubstr("| `" + name + "` |"));
  }
}

TEST(Expectations, OfRealLimitsFollowThePolicy) {
  const Setting setting = on("docker+runc");

  EXPECT_TRUE(holds(setting, "limit.pids", "refused 253"));
  EXPECT_FALSE(holds(setting, "limit.pids", "refused 257"));
  EXPECT_FALSE(holds(setting, "limit.pids", "not refused 272"));
  EXPECT_TRUE(holds(setting, "limit.cpu", "55"));
  EXPECT_FALSE(holds(setting, "limit.cpu", "180"));
  EXPECT_TRUE(holds(setting, "limit.tmpfs", "/tmp=104857600"));
  EXPECT_FALSE(holds(setting, "limit.tmpfs", "/tmp=104857601"));
  EXPECT_FALSE(holds(setting, "limit.tmpfs", "nothing"));
  EXPECT_TRUE(holds(setting, "outside.memory", "2147483648"));
  EXPECT_FALSE(holds(setting, "outside.memory", "unlimited"));
}

TEST(Expectations, OfTheDiskFollowAPolicyThatLimitsIt) {
  Setting setting = on("oci+runc");
  EXPECT_EQ(expectation(setting, "limit.disk").kind, note);

  setting.policy.disk_limit = 1000;

  EXPECT_TRUE(holds(setting, "limit.disk", "1000"));
  EXPECT_FALSE(holds(setting, "limit.disk", "1001"));
}

TEST(Expectations, OfTheUserFollowThePolicy) {
  Setting setting = on("docker+runc");
  setting.policy.user = "1001:1002";

  EXPECT_TRUE(holds(setting, "identity.uid", "1001 1001 1001 1001"));
  EXPECT_FALSE(holds(setting, "identity.uid", "1001 0 1001 1001"));
  EXPECT_TRUE(holds(setting, "identity.groups", "1002"));
  EXPECT_FALSE(holds(setting, "identity.groups", "0 1002"));
  EXPECT_FALSE(holds(setting, "identity.setuid_program", "0"));
}

TEST(Expectations, OfKeptCapabilitiesLookAtTheirBit) {
  const Setting setting = on("docker+runc");

  EXPECT_TRUE(holds(setting, "identity.securebits", "0x0"));
  EXPECT_TRUE(holds(setting, "identity.securebits", "0x2f"));
  EXPECT_FALSE(holds(setting, "identity.securebits", "0x10"));
  EXPECT_FALSE(holds(setting, "identity.securebits", "error OSError"));
}

TEST(Expectations, OfNamespacesAreNotTheHosts) {
  EXPECT_TRUE(holds(on("docker+runc"), "namespace.net", "net:[2]"));
  EXPECT_FALSE(holds(on("docker+runc"), "namespace.net", "net:[1]"));
  EXPECT_FALSE(holds(on("docker+runc"), "namespace.hostname", "server"));
}

TEST(Expectations, OfUserNamespacesAreJudgedWhereTheEngineMakesThem) {
  EXPECT_TRUE(holds(on("oci+runc"), "namespace.uid_map", "0 100000 65536"));
  EXPECT_FALSE(holds(on("oci+runc"), "namespace.uid_map", "0 0 4294967295"));
  EXPECT_FALSE(holds(on("oci+runc"), "namespace.uid_map", "0 100000 1000 1000 1000 1"));
  EXPECT_FALSE(holds(on("oci+runc"), "namespace.uid_map", "nothing"));
  EXPECT_FALSE(holds(on("oci+runc"), "namespace.user", "user:[1]"));
  EXPECT_EQ(expectation(on("docker+runc"), "namespace.uid_map").kind, note);
}

TEST(Expectations, OfReadOnlyPathsWantEachOfThem) {
  const Setting setting = on("docker+runc");

  EXPECT_TRUE(holds(setting, "mount.read_only", "/etc=read-only /usr=read-only"));
  EXPECT_FALSE(holds(setting, "mount.read_only", "/etc=read-only /usr=writable"));
  EXPECT_FALSE(holds(setting, "mount.read_only", "/etc=read-only"));
}

TEST(Expectations, OfBindsKnowThePolicys) {
  Setting setting = on("oci+runc");
  setting.policy.mounts = {{.source = "/srv/shown", .target = "/shown"}};

  EXPECT_TRUE(holds(setting, "mount.binds", "nothing"));
  EXPECT_TRUE(holds(setting, "mount.binds", "/shown"));
  EXPECT_FALSE(holds(setting, "mount.binds", "/shown /home"));
  EXPECT_FALSE(holds(setting, "mount.binds_writable", "/shown"));
}

TEST(Expectations, OfTheKernelAreNotesWhereItIsTheSandboxsOwn) {
  EXPECT_FALSE(holds(on("docker+runc"), "kernel.io_uring", "worked"));
  EXPECT_EQ(expectation(on("docker+runsc", false), "kernel.io_uring").kind, note);
  EXPECT_FALSE(holds(on("docker+runsc", false), "kernel.bpf", "worked"));
  EXPECT_EQ(forks_to_try(on("docker+runsc", false)), 0U);
}

TEST(Expectations, OfProcessesHoldWhereTheyAreCounted) {
  EXPECT_FALSE(holds(on("oci+runc"), "outside.pids", "257"));
  EXPECT_TRUE(holds(on("oci+runsc", false), "outside.pids", "320"));
  EXPECT_FALSE(holds(on("oci+runsc", false), "outside.pids", "6400"));
  EXPECT_TRUE(holds(on("docker+runsc", false), "outside.pids", "6400"));
  EXPECT_FALSE(holds(on("docker+runsc", false), "outside.pids", "unlimited"));
  EXPECT_TRUE(holds(on("docker+runsc", false), "limit.nproc", "256"));
  EXPECT_FALSE(holds(on("docker+runsc", false), "limit.nproc", "unlimited"));
  EXPECT_EQ(expectation(on("docker+runc"), "limit.nproc").kind, note);
}

TEST(Expectations, OfAwarenessKnowWhatIsTelling) {
  const Setting setting = on("docker+runc");

  EXPECT_TRUE(holds(setting, "aware.hostname", "workstation"));
  EXPECT_FALSE(holds(setting, "aware.hostname", "6c23e697cc3c"));
  EXPECT_FALSE(holds(setting, "aware.hostname", "sandbox-7"));
  EXPECT_TRUE(holds(setting, "aware.kernel_version", "Linux version 6.1.0-18-amd64 (debian)"));
  EXPECT_FALSE(holds(setting, "aware.kernel_version",
                     "Linux version 4.4.0 #1 SMP Sun Jan 10 15:06:54 PST 2016"));
  EXPECT_TRUE(holds(setting, "aware.resolver", "10.0.0.1"));
  EXPECT_FALSE(holds(setting, "aware.resolver", "198.18.0.53"));
  EXPECT_FALSE(holds(setting, "aware.marker_files", "/.dockerenv"));
}

}  // namespace
}  // namespace redcode::attest
