#include <gmock/gmock.h>

#include <set>

#include "base/version.h"
#include "doctor/chart.h"
#include "doctor/host.h"
#include "engine_source.h"

namespace redcode::app {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view version_1 =
    "tmpfs /sys/fs/cgroup tmpfs rw 0 0\n"
    "cgroup /sys/fs/cgroup/memory cgroup rw,memory 0 0\n"
    "cgroup /sys/fs/cgroup/cpu cgroup rw,cpu,cpuacct 0 0\n"
    "cgroup /sys/fs/cgroup/freezer cgroup rw,freezer 0 0\n"
    "cgroup /sys/fs/cgroup/pids cgroup rw,pids 0 0\n";
constexpr std::string_view version_2 = "cgroup2 /sys/fs/cgroup cgroup2 rw,nsdelegate 0 0\n";

Chart chart_of(std::string_view mounts, std::string_view controllers = "") {
  Chart chart;
  judge_control_groups(mounts, controllers, chart);
  return chart;
}

TEST(ControlGroups, OfEachVersionAreWell) {
  const Chart old = chart_of(version_1);
  const Chart unified = chart_of(version_2, "cpuset cpu io memory pids\n");
  const Chart hybrid = chart_of(std::string(version_1) + std::string(version_2), "hugetlb");

  EXPECT_THAT(old.findings().front().found, HasSubstr("version 1"));
  EXPECT_THAT(unified.findings().front().found, HasSubstr("version 2"));
  EXPECT_THAT(hybrid.findings().front().found, HasSubstr("hybrid"));
  for (const Chart& chart : {old, unified, hybrid}) EXPECT_FALSE(chart.blocked(Concerns::oci));
}

TEST(ControlGroups, WithoutAControllerOrATreeBlockOci) {
  EXPECT_TRUE(chart_of("").has("cgroup-missing"));
  const Chart few = chart_of(version_2, "cpu pids");

  EXPECT_TRUE(few.has("cgroup-controllers"));
  EXPECT_EQ(few.findings().front().found, "no memory");
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

TEST(Ailments, HaveNamesOfTheirOwnAndSayWhatToDo) {
  std::set<std::string_view> names;
  for (const auto* list : {&ailments_of_daemons(), &ailments_of_hosts()}) {
    for (const Ailment& ailment : *list) {
      EXPECT_TRUE(names.insert(ailment.name).second) << ailment.name;
      EXPECT_FALSE(ailment.fix.empty() || ailment.meaning.empty() || ailment.sign.empty());
    }
  }
}

TEST(Chart, TakesTheNearerFix) {
  Chart chart;
  chart.ill("docker-elsewhere", "a daemon listens at /x", "export DOCKER_HOST=unix:///x");
  chart.ill("docker-silent", "no answer");

  EXPECT_EQ(chart.findings()[0].fix, "export DOCKER_HOST=unix:///x");
  EXPECT_EQ(chart.findings()[1].fix, "sudo systemctl restart docker");
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

std::string_view first_blocking(const Chart& chart, const std::string& engine, uid_t user) {
  const Finding* first = chart.first_blocking(concerns_of(engine, user));
  return first == nullptr ? "none" : first->ailment->name;
}

TEST(Chart, BeginsWithWhatTheEngineNeeds) {
  Chart newcomer;
  newcomer.well("docker daemon", "Docker 24");
  newcomer.ill("docker-rootless", "blocks nothing");
  newcomer.ill("not-root", "user 1000");
  newcomer.ill("image-missing-docker", "no image");

  EXPECT_EQ(first_blocking(newcomer, "auto", somebody), "image-missing-docker");
  EXPECT_EQ(first_blocking(newcomer, "docker", somebody), "image-missing-docker");
  EXPECT_EQ(first_blocking(newcomer, "docker+crun", somebody), "image-missing-docker");
  EXPECT_EQ(first_blocking(newcomer, "oci", somebody), "not-root");
  EXPECT_EQ(first_blocking(newcomer, "kata", somebody), "none");
}

TEST(Chart, BeginsWithNothingOfAnotherEngine) {
  Chart chart;
  chart.ill("docker-not-installed", "no socket");
  chart.ill("image-missing-oci", "no image");
  chart.ill("loopback", "no call comes through");

  EXPECT_EQ(first_blocking(chart, "oci+runc", root), "image-missing-oci");
  EXPECT_EQ(first_blocking(chart, "auto", root), "docker-not-installed");
  EXPECT_EQ(first_blocking(chart, "kata", root), "loopback");
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

TEST(EngineNames, AreAnEngineAndPerhapsARuntime) {
  using Parts = std::pair<std::string, std::string>;
  const auto parts = [](const std::string& name) {
    const EngineName named = engine_parts(name);
    return Parts(named.engine, named.runtime);
  };

  EXPECT_EQ(parts("oci"), Parts("oci", ""));
  EXPECT_EQ(parts("oci+"), Parts("oci", ""));
  EXPECT_EQ(parts("oci+runsc"), Parts("oci", "runsc"));
  EXPECT_EQ(parts("docker+a+b"), Parts("docker", "a+b"));
  EXPECT_EQ(parts(""), Parts("", ""));
}

}  // namespace
}  // namespace redcode::app
