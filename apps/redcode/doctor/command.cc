// `redcode doctor`: what is wrong on this host, what that means for results, and the one command
// that fixes each thing.
#include <unistd.h>

#include <exception>
#include <utility>

#include "base/json.h"
#include "base/process.h"
#include "commands/commands.h"
#include "doctor/daemon.h"
#include "doctor/engines.h"
#include "doctor/host.h"
#include "doctor/report.h"
#include "interruptible.h"
#include "sandbox/docker/engine.h"
#include "sandbox/engines/engines.h"
#include "sandbox/oci/image_store.h"

namespace redcode::app {
namespace {

// "docker+crun" in parts; the runtime is what that engine would take by itself if none is named.
struct AskedEngine {
  bool any = false;  // "auto"
  bool docker = false;
  bool oci = false;
  std::string docker_runtime = "runc";
  std::string oci_runtime = engines::default_oci_runtime();
};

AskedEngine asked_by(const std::string& name) {
  const auto [engine, runtime] = engines::engine_parts(name);
  AskedEngine asked{.any = name == "auto", .docker = engine == "docker", .oci = engine == "oci"};
  if (runtime.empty()) return asked;
  if (asked.docker) asked.docker_runtime = runtime;
  if (asked.oci) asked.oci_runtime = runtime;
  return asked;
}

std::vector<std::filesystem::path> busy_folders(const std::optional<docker::Account>& account) {
  std::error_code error;
  std::vector<std::filesystem::path> folders{std::filesystem::current_path(error),
                                             std::filesystem::temp_directory_path(error),
                                             oci::ImageStore::default_folder(), "/var/lib"};
  if (account && account->near)
    folders.emplace_back(member_or<std::string>(account->info, "DockerRootDir", "/var/lib/docker"));
  return folders;
}

void look_at_gvisor(const std::optional<docker::Account>& account, Findings& findings) {
  const Json runtimes = account ? account->info.value("Runtimes", Json::object()) : Json::object();
  if (program_exists("runsc") || has(runtimes, "runsc")) {
    findings.pass("gVisor", "runsc is there");
  } else {
    findings.fail("gvisor-missing", "neither this host nor the daemon has runsc");
  }
}

// An engine is tried out unless it is known not to work.
Task<> try_engines(const AskedEngine& asked, Diagnosis& diagnosis) {
  Findings& findings = diagnosis.findings;
  if ((asked.any || asked.oci) && !findings.blocked(Concerns::oci)) {
    diagnosis.engines.push_back(co_await try_engine("oci+" + asked.oci_runtime));
    const TriedEngine& oci = diagnosis.engines.back();
    oci.works() ? findings.pass("oci sandbox", "opened, watched and closed")
                : findings.fail("oci-refused", oci.why_not);
  }
  if ((asked.any || asked.docker) && !findings.blocked(Concerns::docker)) {
    diagnosis.engines.push_back(co_await try_engine("docker+" + asked.docker_runtime));
    const TriedEngine& docker = diagnosis.engines.back();
    docker.works() ? findings.pass("docker sandbox", "opened, watched and closed")
                   : findings.fail("docker-refused", docker.why_not);
  }
}

// A daemon that answered before may be gone now.
Task<> guarded(Task<> look, Findings& findings) {
  try {
    co_await std::move(look);
  } catch (const std::exception& failure) {
    findings.fail("docker-odd-answer", failure.what());
  }
}

Task<Diagnosis> examine(std::string engine) {
  Diagnosis diagnosis{.findings = {}, .asked = engine};
  Findings& findings = diagnosis.findings;
  const AskedEngine asked = asked_by(engine);
  if (!asked.any && !asked.docker && !asked.oci)
    findings.fail("engine-unknown",
                  engine + " is not auto, docker, oci, or one of these with +runtime");
  look_at_data(findings);
  const std::optional<docker::Account> account =
      co_await look_at_daemon(asked.docker_runtime, findings);
  look_at_kernel(findings);
  co_await look_at_runtime(asked.oci_runtime, findings);
  co_await guarded(look_at_advisories(asked.oci_runtime, account, findings), findings);
  look_at_environment(busy_folders(account), findings);
  look_at_gvisor(account, findings);
  co_await guarded(look_at_images(account, findings), findings);
  co_await guarded(look_at_leftovers(account && !findings.has("companion-setting"), findings),
                   findings);
  co_await try_engines(asked, diagnosis);
  co_return diagnosis;
}

Task<int> work(const DoctorOptions& options, Out& out) {
  if (options.list) {
    out.write(table_of_checks());
    co_return 0;
  }
  const Diagnosis diagnosis = co_await examine(options.engine.engine);
  if (options.json) {
    out.line("{}", dump_json(to_json(diagnosis)));
  } else {
    tell(diagnosis, out);
  }
  co_return diagnosis.chosen() == nullptr ? 1 : 0;
}

}  // namespace

int doctor(const DoctorOptions& options, Out& out) {
  return run_interruptible(work(options, out), out);
}

}  // namespace redcode::app
