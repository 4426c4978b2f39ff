#include "doctor/report.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace redcode::doctor {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Diagnosis without_docker(std::vector<TriedEngine> engines) {
  Diagnosis diagnosis{.engines = std::move(engines)};
  diagnosis.findings.pass("kernel", "Linux 6.1");
  diagnosis.findings.fail("docker-not-started", "no socket");
  return diagnosis;
}

TEST(Report, CallsWhatBlocksOneEngineANoteWhileAnotherWorks) {
  const Diagnosis ready = without_docker(
      {{.name = "oci+runc", .observers = {record::Observer::files, record::Observer::network}}});

  EXPECT_EQ(text_of(ready),
            "ok      kernel          Linux 6.1\n"
            "NOTE    docker daemon   no socket\n"
            "                        blocks docker: Sandboxes can be made by oci only, which needs "
            "root.\n"
            "                        fix: sudo systemctl start docker\n"
            "Ready: sandboxes by oci+runc, watched for files, network. Now: redcode demo\n");
  EXPECT_EQ(to_json(ready)["engine"], "oci+runc");
  EXPECT_EQ(to_json(ready)["findings"][1]["state"], "note");
}

TEST(Report, SaysWhereToBeginWhereNothingWorks) {
  const Diagnosis not_ready = without_docker({{.name = "oci+runc", .why_not = "no"}});

  EXPECT_THAT(text_of(not_ready), HasSubstr("MISSING docker daemon"));
  EXPECT_THAT(text_of(not_ready), HasSubstr("Not ready: no engine makes sandboxes here. Begin "
                                            "with: sudo systemctl start docker\n"));
  EXPECT_EQ(to_json(not_ready)["ready"], false);
  EXPECT_EQ(to_json(not_ready)["findings"][1]["state"], "missing");
}

TEST(Report, NamesDockerToRootOnlyWhoseRunsWouldTakeOci) {
  Diagnosis diagnosis = without_docker({{.name = "docker+runc"}});
  EXPECT_THAT(text_of(diagnosis), HasSubstr("redcode demo --engine docker\n"));

  diagnosis.user = 1000;
  EXPECT_THAT(text_of(diagnosis), Not(HasSubstr("--engine docker")));
}

TEST(Report, ListsEveryCheckInARow) {
  const std::string list = list_of_checks();

  EXPECT_THAT(list,
              HasSubstr("| `docker-silent` | The daemon takes connections and does not answer "
                        "within seconds. | blocks docker: Every trial would time out. | "
                        "`sudo systemctl restart docker` |\n"));
  EXPECT_EQ(std::ranges::count(list, '\n'), static_cast<long>(all_checks().size()) + 2);
}

}  // namespace
}  // namespace redcode::doctor
