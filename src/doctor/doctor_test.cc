#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "base/version.h"
#include "doctor/findings.h"
#include "doctor/fixes.h"
#include "doctor/kernel.h"

namespace redcode::doctor {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view version_1 =
    "tmpfs /sys/fs/cgroup tmpfs rw 0 0\n"
    "cgroup /sys/fs/cgroup/memory cgroup rw,memory 0 0\n"
    "cgroup /sys/fs/cgroup/cpu cgroup rw,cpu,cpuacct 0 0\n"
    "cgroup /sys/fs/cgroup/freezer cgroup rw,freezer 0 0\n"
    "cgroup /sys/fs/cgroup/pids cgroup rw,pids 0 0\n";
constexpr std::string_view version_2 = "cgroup2 /sys/fs/cgroup cgroup2 rw,nsdelegate 0 0\n";

Findings findings_of(std::string_view mounts, std::string_view controllers = "") {
  Findings findings;
  judge(Kernel{.mounts = std::string(mounts), .controllers = std::string(controllers)}, findings);
  return findings;
}

const Finding& of_control_groups(const Findings& findings) {
  return *std::ranges::find(findings.all(), "control groups", &Finding::part);
}

TEST(ControlGroups, OfEachVersionPass) {
  const Findings old = findings_of(version_1);
  const Findings unified = findings_of(version_2, "cpuset cpu io memory pids\n");
  const Findings hybrid = findings_of(std::string(version_1) + std::string(version_2), "hugetlb");

  EXPECT_THAT(of_control_groups(old).found, HasSubstr("version 1"));
  EXPECT_THAT(of_control_groups(unified).found, HasSubstr("version 2"));
  EXPECT_THAT(of_control_groups(hybrid).found, HasSubstr("hybrid"));
  for (const Findings* findings : {&old, &unified, &hybrid})
    EXPECT_EQ(of_control_groups(*findings).check, nullptr);
}

TEST(ControlGroups, WithoutAControllerOrATreeBlockOci) {
  EXPECT_TRUE(findings_of("").has("cgroup-missing"));
  const Findings few = findings_of(version_2, "cpu pids");

  EXPECT_TRUE(few.has("cgroup-controllers"));
  EXPECT_EQ(of_control_groups(few).found, "no memory");
  EXPECT_TRUE(few.blocked(Concerns::oci));
  EXPECT_FALSE(few.blocked(Concerns::docker));
}

TEST(Versions, AreReadAsFarAsTheyGo) {
  EXPECT_EQ(version_numbers("1.41"), std::pair(1, 41));
  EXPECT_EQ(version_numbers("6.1.0-18-amd64"), std::pair(6, 1));
  EXPECT_EQ(version_numbers("1.0.0~rc93"), std::pair(1, 0));
  EXPECT_EQ(version_numbers("29"), std::pair(29, 0));
  EXPECT_EQ(version_numbers("none"), std::pair(0, 0));
  EXPECT_EQ(version_numbers(""), std::pair(0, 0));
}

TEST(Findings, TakesTheNearerFix) {
  Findings findings;
  findings.fail("docker-elsewhere", "a daemon listens at /x", "export DOCKER_HOST=unix:///x");
  findings.fail("docker-silent", "no answer");

  EXPECT_EQ(findings.all()[0].fix, "export DOCKER_HOST=unix:///x");
  EXPECT_EQ(findings.all()[1].fix, "sudo systemctl restart docker");
}

constexpr uid_t root = 0;
constexpr uid_t somebody = 1000;

TEST(Concerns, AreThoseOfTheEngineThatWasAskedFor) {
  const std::set<Concerns> docker{Concerns::everything, Concerns::docker};
  const std::set<Concerns> oci{Concerns::everything, Concerns::oci};

  for (const uid_t user : {root, somebody}) {
    EXPECT_EQ(concerns_of("docker", user), docker);
    EXPECT_EQ(concerns_of("docker+runsc", user), docker);
    EXPECT_EQ(concerns_of("oci", user), oci);
    EXPECT_EQ(concerns_of("oci+crun", user), oci);
    EXPECT_EQ(concerns_of("kata", user), std::set{Concerns::everything});
  }
}

TEST(Concerns, OfAutoAreOcisForRootOnly) {
  const std::set<Concerns> docker{Concerns::everything, Concerns::docker};
  const std::set<Concerns> all{Concerns::everything, Concerns::docker, Concerns::oci};

  EXPECT_EQ(concerns_of("auto", somebody), docker);
  EXPECT_EQ(concerns_of("auto", root), all);
}

std::string_view first_blocking(const Findings& findings, const std::string& engine, uid_t user) {
  const Finding* first = findings.first_blocking(concerns_of(engine, user));
  return first == nullptr ? "none" : first->check->name;
}

TEST(Findings, BeginsWithWhatTheEngineNeeds) {
  Findings newcomer;
  newcomer.pass("docker daemon", "Docker 24");
  newcomer.fail("docker-rootless", "blocks nothing");
  newcomer.fail("not-root", "user 1000");
  newcomer.fail("image-missing-docker", "no image");

  EXPECT_EQ(first_blocking(newcomer, "auto", somebody), "image-missing-docker");
  EXPECT_EQ(first_blocking(newcomer, "docker", somebody), "image-missing-docker");
  EXPECT_EQ(first_blocking(newcomer, "docker+crun", somebody), "image-missing-docker");
  EXPECT_EQ(first_blocking(newcomer, "oci", somebody), "not-root");
  EXPECT_EQ(first_blocking(newcomer, "kata", somebody), "none");
}

TEST(Findings, BeginsWithNothingOfAnotherEngine) {
  Findings findings;
  findings.fail("docker-not-installed", "no socket");
  findings.fail("image-missing-oci", "no image");
  findings.fail("loopback", "no call comes through");

  EXPECT_EQ(first_blocking(findings, "oci+runc", root), "image-missing-oci");
  EXPECT_EQ(first_blocking(findings, "auto", root), "docker-not-installed");
  EXPECT_EQ(first_blocking(findings, "kata", root), "loopback");
}

TEST(Runtimes, ThatADaemonLacksArePutIntoItsSettings) {
  EXPECT_EQ(fix_of_docker_runtime("runc"), "");
  EXPECT_EQ(fix_of_docker_runtime("runsc"),
            "sudo apt-get install runsc && sudoedit /etc/docker/daemon.json # put in \"runtimes\": "
            "{\"runsc\": {\"path\": \"/usr/bin/runsc\", \"runtimeArgs\": [\"--network=host\"]}}, "
            "then sudo systemctl restart docker");
  EXPECT_EQ(fix_of_docker_runtime("crun"),
            "sudo apt-get install crun && sudoedit /etc/docker/daemon.json # put in \"runtimes\": "
            "{\"crun\": {\"path\": \"/usr/bin/crun\"}}, then sudo systemctl restart docker");
  EXPECT_EQ(fix_of_docker_runtime("kata"),
            "sudoedit /etc/docker/daemon.json # put in \"runtimes\": {\"kata\": {\"path\": …}}, "
            "then sudo systemctl restart docker");
}

TEST(Runtimes, ThatOciLacksAreInstalledOrNotKnown) {
  EXPECT_EQ(fix_of_oci_runtime("runc"), "sudo apt-get install runc");
  EXPECT_EQ(fix_of_oci_runtime("crun"), "sudo apt-get install crun");
  EXPECT_EQ(fix_of_oci_runtime("runsc"), "sudo apt-get install runsc");
  EXPECT_EQ(fix_of_oci_runtime("foo; reboot"),
            "export REDCODE_ENGINE=oci # or with a runtime that is known: oci+runc, oci+crun, "
            "oci+runsc");
}

}  // namespace
}  // namespace redcode::doctor
