#include <gmock/gmock.h>

#include <set>

#include "base/version.h"
#include "doctor/chart.h"
#include "doctor/host.h"

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

}  // namespace
}  // namespace redcode::app
