#include "sandbox/docker/daemon.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/failure.h"

namespace redcode::docker {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::Not;

// A daemon whose layers are surely not here.
DaemonInfo account(const char* runtimes) {
  DaemonInfo result{
      .version = Json::parse(R"({"Version": "1.2.3"})"),
      .info = Json::parse(R"({"Driver": "overlay2", "DockerRootDir": "/no/such/place"})")};
  result.info["Runtimes"] = Json::parse(runtimes);
  return result;
}

constexpr const char* with_gvisor =
    R"({"runc": {"path": "runc"},
        "runsc": {"path": "/usr/bin/runsc", "runtimeArgs": ["--network=host"]}})";

std::string refusal_of(const DaemonInfo& given, const std::string& runtime) {
  try {
    daemon_from(given, runtime);
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "none";
}

TEST(DaemonFrom, SaysHowToAddGVisorWhereItIsNotOffered) {
  const std::string refusal = refusal_of(account(R"({"runc": {"path": "runc"}})"), "runsc");

  EXPECT_THAT(refusal, HasSubstr("only runc"));
  EXPECT_THAT(refusal, HasSubstr(R"("runsc": {"path")"));
  EXPECT_THAT(refusal, HasSubstr("kill -HUP"));
}

TEST(DaemonFrom, KnowsGVisorByItsNameOrItsProgram) {
  const DaemonInfo given = account(
      R"({"runc": {"path": "runc"}, "runsc-x": {"path": "/opt/x"}, "safe": {"path": "/bin/runsc"}})");

  EXPECT_TRUE(daemon_from(given, "runc").host_kernel);
  EXPECT_FALSE(daemon_from(given, "runsc-x").host_kernel);
  EXPECT_FALSE(daemon_from(given, "safe").host_kernel);
}

TEST(DaemonFrom, RefusesARuntimeThatSetsNoLimits) {
  const DaemonInfo given =
      account(R"({"runsc": {"path": "runsc", "runtimeArgs": ["--ignore-cgroups"]}})");

  EXPECT_THAT(refusal_of(given, "runsc"), HasSubstr("--ignore-cgroups"));
}

TEST(DaemonFrom, RefusesMappedUsersWhereLayersAreWrittenFromHere) {
  DaemonInfo given = account(with_gvisor);
  given.info["SecurityOptions"] = {"name=userns"};

  EXPECT_THAT(refusal_of(given, "runsc"), HasSubstr("userns-remap"));
  EXPECT_EQ(refusal_of(given, "runc"), "none");
}

TEST(DaemonFrom, KnowsPodman) {
  DaemonInfo given = account(with_gvisor);
  given.version["Components"] = Json::parse(R"([{"Name": "Podman Engine"}])");
  given.info["DefaultRuntime"] = "runc";

  const Daemon daemon = daemon_from(given, "runc");

  EXPECT_TRUE(daemon.podman);
  EXPECT_EQ(daemon.version, "Podman 1.2.3");
  EXPECT_THAT(refusal_of(given, "runsc"), HasSubstr("--runtime runsc"));
  EXPECT_THAT(namespaces_of(daemon), Not(Contains("cgroup")));
  EXPECT_THAT(limits_of(daemon), Contains(HasSubstr("control groups")));
}

TEST(DaemonFrom, DoesNotTakeADaemonElsewhereForALocalOne) {
  DaemonInfo given = account(with_gvisor);
  given.info["DockerRootDir"] = "/";
  given.info["Driver"] = "overlay2";
  given.near = false;

  EXPECT_FALSE(daemon_from(given, "runc").here);
}

TEST(NamespacesOf, AlwaysIncludeTheNetwork) {
  EXPECT_THAT(namespaces_of({}), IsSupersetOf({"net", "mnt", "pid", "cgroup"}));
  EXPECT_THAT(namespaces_of({.host_kernel = false}), IsSupersetOf({"net", "mnt", "ipc", "uts"}));
  EXPECT_THAT(namespaces_of({.host_kernel = false}), Not(Contains("pid")));
}

TEST(ObserversOf, AreTheDoorAloneWhereNothingElseCanBeSeen) {
  EXPECT_EQ(observers_of({.here = false}), std::set{record::Observer::exec});
  EXPECT_THAT(limits_of({.here = false}), Contains(HasSubstr("cannot be read from here")));
}

TEST(ObserversOf, LookIntoRepositoriesOnlyFromThisHost) {
  EXPECT_THAT(observers_of({.here = false, .companion = true}), Contains(record::Observer::files));
  EXPECT_THAT(observers_of({.here = false, .companion = true}),
              Not(Contains(record::Observer::git)));
}

TEST(ObserversOf, LeaveOutWhatAKernelOfItsOwnKeepsToItself) {
  const Daemon runc;
  const Daemon gvisor{.runtime = "runsc", .host_kernel = false};
  const Daemon deaf{.runtime = "runsc", .host_kernel = false, .host_sockets = false};

  EXPECT_THAT(observers_of(runc),
              IsSupersetOf({record::Observer::files, record::Observer::accesses,
                            record::Observer::network, record::Observer::processes}));
  EXPECT_THAT(
      observers_of(gvisor),
      IsSupersetOf({record::Observer::files, record::Observer::network, record::Observer::exec}));
  EXPECT_THAT(observers_of(gvisor), Not(Contains(record::Observer::accesses)));
  EXPECT_THAT(observers_of(gvisor), Contains(record::Observer::git));
  EXPECT_THAT(observers_of(deaf), Not(Contains(record::Observer::network)));
  EXPECT_THAT(limits_of(deaf), Contains(HasSubstr("--network=host")));
}

}  // namespace
}  // namespace redcode::docker
