#include "doctor/doctor.h"

#include <unistd.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <utility>

#include "base/json.h"
#include "doctor/daemon.h"
#include "doctor/data.h"
#include "doctor/environment.h"
#include "doctor/images.h"
#include "doctor/kernel.h"
#include "sandbox/engines/engines.h"
#include "sandbox/oci/image_store.h"

namespace redcode::doctor {
namespace {

// "docker+crun" in parts; the runtime is what that engine would take by itself if none is named.
struct AskedEngine {
  bool docker = false;
  bool oci = false;
  std::string docker_runtime = "runc";
  std::string oci_runtime = engines::default_oci_runtime();
};

AskedEngine asked_by(const std::string& name) {
  const auto [engine, runtime] = engines::engine_parts(name);
  AskedEngine asked{.docker = engine == "docker" || name == "auto",
                    .oci = engine == "oci" || name == "auto"};
  if (runtime.empty()) return asked;
  if (asked.docker) asked.docker_runtime = runtime;
  if (asked.oci) asked.oci_runtime = runtime;
  return asked;
}

std::vector<std::filesystem::path> busy_folders(const std::optional<docker::DaemonInfo>& account) {
  std::error_code error;
  std::vector<std::filesystem::path> folders{std::filesystem::current_path(error),
                                             std::filesystem::temp_directory_path(error),
                                             oci::ImageStore::default_folder(), "/var/lib"};
  if (account && account->near)
    folders.emplace_back(member_or<std::string>(account->info, "DockerRootDir", "/var/lib/docker"));
  return folders;
}

void look_at_environment(const std::optional<docker::DaemonInfo>& account, Findings& findings) {
  Environment environment = read_environment(busy_folders(account));
  if (account && has(account->info.value("Runtimes", Json::object()), "runsc"))
    environment.has_runsc = true;
  judge(environment, findings);
}

std::string recipe_of(const Program& program) {
  try {
    return program.image_recipe();
  } catch (const std::exception&) {
    return {};  // look_at_data() says that it is not there
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

// An engine is tried out unless it is known not to work.
Task<> try_engines(const AskedEngine& asked, const EngineMaker& make, Diagnosis& diagnosis) {
  Findings& findings = diagnosis.findings;
  if (asked.oci && !findings.blocked(Concerns::oci)) {
    diagnosis.engines.push_back(co_await try_engine(make, "oci+" + asked.oci_runtime));
    judge(diagnosis.engines.back(), findings);
  }
  if (asked.docker && !findings.blocked(Concerns::docker)) {
    diagnosis.engines.push_back(co_await try_engine(make, "docker+" + asked.docker_runtime));
    judge(diagnosis.engines.back(), findings);
  }
}

}  // namespace

const TriedEngine* Diagnosis::chosen() const {
  const auto works = std::ranges::find_if(engines, &TriedEngine::works);
  return works == engines.end() ? nullptr : &*works;
}

void judge_engine_name(const std::string& name, Findings& findings) {
  const std::string engine = engines::engine_parts(name).engine;
  if (name != "auto" && engine != "docker" && engine != "oci")
    findings.fail("engine-unknown",
                  name + " is not auto, docker, oci, or one of these with +runtime");
}

Task<Diagnosis> examine(Program program, std::string engine) {
  Diagnosis diagnosis{.asked = engine, .user = geteuid()};
  Findings& findings = diagnosis.findings;
  const AskedEngine asked = asked_by(engine);
  judge_engine_name(engine, findings);
  look_at_data(program.corpus, findings);
  const std::optional<docker::DaemonInfo> account =
      co_await look_at_daemon(asked.docker_runtime, findings);
  judge(read_kernel(diagnosis.user), findings);
  co_await look_at_runtime(asked.oci_runtime, findings);
  co_await guarded(look_at_advisories(asked.oci_runtime, account, findings), findings);
  look_at_environment(account, findings);
  co_await guarded(look_at_images(recipe_of(program), account.has_value(), findings), findings);
  co_await guarded(look_at_leftovers(account && !findings.has("companion-setting"), findings),
                   findings);
  co_await try_engines(asked, program.make_engine, diagnosis);
  co_return diagnosis;
}

}  // namespace redcode::doctor
