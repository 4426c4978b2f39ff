// `redcode doctor`: what is missing on this host, and the one command that fixes it.
#include <sys/statvfs.h>
#include <unistd.h>

#include <exception>
#include <functional>
#include <vector>

#include "base/failure.h"
#include "base/process.h"
#include "base/run.h"
#include "base/text.h"
#include "case_set.h"
#include "commands.h"
#include "docker/engine.h"
#include "engine_source.h"
#include "files.h"
#include "record/policy.h"

namespace redcode::app {
namespace {

struct Finding {
  bool good = false;
  std::string found;
  std::string fix = {};
};

Task<Finding> check_data(Out& out) {
  const corpus::Corpus corpus = load_corpus("", out);
  co_return Finding{.good = true, .found = fmt::format("{} cases", corpus.cases.size())};
}

Task<Finding> check_daemon(docker::Engine& engine) {
  Finding finding;
  try {
    const Json version = co_await engine.version();
    finding.good = true;
    finding.found = fmt::format("Docker {}, API {}",
                                one_line(member_or<std::string>(version, "Version", "?"), 40),
                                one_line(member_or<std::string>(version, "ApiVersion", "?"), 10));
  } catch (const Failure& failure) {
    finding.found = one_line(failure.what(), 200);
    finding.fix =
        program_exists("dockerd")
            ? "start the daemon: systemctl start docker, or point DOCKER_HOST at its socket"
            : "install Docker: apt-get install docker.io";
  }
  co_return finding;
}

Task<Finding> check_storage() {
  const docker::Api docker(docker::docker_socket());
  const Json about = co_await docker.get("/info");
  const auto driver = member_or<std::string>(about, "Driver", "?");
  co_return Finding{
      .good = driver == "overlay2",
      .found = fmt::format("storage driver {}", one_line(driver, 30)),
      .fix = "set \"storage-driver\": \"overlay2\" in /etc/docker/daemon.json and restart Docker"};
}

Task<Finding> check_image(docker::Engine& engine) {
  Finding finding{.fix = "redcode image build"};
  try {
    finding.found = (co_await engine.image_digest(record::Policy{}.image)).substr(0, 19);
    finding.good = true;
  } catch (const Failure& failure) {
    finding.found = one_line(failure.what(), 200);
  }
  co_return finding;
}

Task<Finding> check_oci() {
  Finding finding{.fix = "apt-get install runc, then redcode image build"};
  if (geteuid() != 0) {
    co_return Finding{.good = true,
                      .found = "not root: docker only, watched by a companion beside its daemon"};
  }
  try {
    const std::unique_ptr<sandbox::Engine> engine = make_engine("oci");
    const sandbox::Traits traits = co_await engine->traits();
    co_await engine->image_digest(record::Policy{}.image);
    finding.good = true;
    finding.found = one_line(traits.version, 60);
  } catch (const Failure& failure) {
    finding.found = one_line(failure.what(), 200);
  }
  co_return finding;
}

Task<Finding> check_disk() {
  struct statvfs info{};
  const bool known = statvfs("/var/lib", &info) == 0;
  const double free_gib =
      known ? static_cast<double>(info.f_bavail) * static_cast<double>(info.f_frsize) / (1U << 30U)
            : 0;
  co_return Finding{.good = free_gib >= 5,
                    .found = fmt::format("{:.1f} GiB free", free_gib),
                    .fix = "free at least 5 GiB, e.g. docker image prune"};
}

struct Check {
  std::string name;
  std::function<Task<Finding>()> look;
};

// A check that itself fails is bad news, not a crash.
Task<Finding> guarded(const Check& check) {
  Finding finding;
  try {
    finding = co_await check.look();
  } catch (const std::exception& failure) {
    finding = {
        .good = false, .found = one_line(failure.what(), 200), .fix = "see the checks above"};
  }
  co_return finding;
}

Task<int> examine(Out& out) {
  docker::Engine engine;
  const std::vector<Check> checks{{"corpus", [&out] { return check_data(out); }},
                                  {"docker daemon", [&engine] { return check_daemon(engine); }},
                                  {"docker storage", [] { return check_storage(); }},
                                  {"base image", [&engine] { return check_image(engine); }},
                                  {"oci engine", [] { return check_oci(); }},
                                  {"disk", [] { return check_disk(); }}};
  int missing = 0;
  for (const Check& check : checks) {
    const Finding finding = co_await guarded(check);
    out.line("{:<7} {:<15} {}", finding.good ? "ok" : "MISSING", check.name, finding.found);
    if (finding.good) continue;
    ++missing;
    out.line("{:<23} fix: {}", "", finding.fix);
  }
  if (missing == 0) {
    out.line("Ready: try `redcode demo`.");
  } else {
    out.line("{} of {} checks failed.", missing, checks.size());
  }
  co_return missing == 0 ? 0 : 1;
}

}  // namespace

int doctor(Out& out) { return run(examine(out)); }

}  // namespace redcode::app
