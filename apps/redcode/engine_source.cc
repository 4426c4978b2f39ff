#include "engine_source.h"

#include <unistd.h>

#include <algorithm>
#include <exception>

#include "base/failure.h"
#include "base/process.h"
#include "base/text.h"
#include "cli/suggest.h"
#include "sandbox/docker/engine.h"
#include "sandbox/oci/engine.h"

namespace redcode::app {
namespace {

// A known one, or whatever else is installed; none ("") means the default.
bool may_be_runtime(const std::string& runtime) {
  return runtime.empty() || std::ranges::find(oci_runtimes, runtime) != oci_runtimes.end() ||
         program_exists(runtime);
}

// Why `engine` does not work here; "" if it does.
Task<std::string> trouble_with(sandbox::Engine& engine) {
  std::string why;
  try {
    co_await engine.traits();
    co_await engine.image_digest(record::Policy{}.image);
  } catch (const Failure& failure) {
    why = failure.what();
  }
  co_return why;
}

}  // namespace

std::string default_oci_runtime() {
  return !program_exists("runc") && program_exists("crun") ? "crun" : "runc";
}

std::unique_ptr<sandbox::Engine> make_engine(const std::string& name) {
  const auto [engine, runtime] = engine_parts(name);
  if (engine == "docker") {
    docker::Options options;
    if (!runtime.empty()) options.runtime = runtime;
    return std::make_unique<docker::Engine>(options);
  }
  if (engine == "oci" && may_be_runtime(runtime)) {
    oci::Options options;
    options.runtime = runtime.empty() ? default_oci_runtime() : runtime;
    return std::make_unique<oci::Engine>(std::move(options));
  }
  const std::vector<std::string> known{"auto",     "docker",   "oci",
                                       "oci+runc", "oci+crun", "oci+runsc"};
  throw Failure(Failure::Kind::unavailable,
                fmt::format("no engine is called {}: see `redcode sandbox engines`{}",
                            one_line(name, 80), cli::did_you_mean(name, known)));
}

Task<std::unique_ptr<sandbox::Engine>> choose_engine(const EngineOptions& options) {
  if (options.engine != "auto") co_return make_engine(options.engine);
  std::string why_not_oci = "it needs root";
  if (geteuid() == 0) {
    std::unique_ptr<sandbox::Engine> oci = make_engine("oci");
    why_not_oci = co_await trouble_with(*oci);
    if (why_not_oci.empty()) co_return oci;
  }
  std::unique_ptr<sandbox::Engine> docker = make_engine("docker");
  const std::string why_not_docker = co_await trouble_with(*docker);
  if (why_not_docker.empty()) co_return docker;
  throw Failure(
      Failure::Kind::unavailable,
      fmt::format("no engine works here (`redcode doctor` says what to do); oci: {}; docker: {}",
                  one_line(why_not_oci, 300), one_line(why_not_docker, 300)));
}

Task<std::vector<std::string>> known_engines() {
  std::vector<std::string> names;
  for (const std::string_view runtime : oci_runtimes)
    names.push_back(fmt::format("oci+{}", runtime));
  std::vector<std::string> runtimes{"runc"};
  try {
    const docker::Api api(docker::docker_socket());
    const Json about = co_await api.get("/info");
    runtimes.clear();
    for (const auto& [runtime, settings] : about.at("Runtimes").items()) {
      if (!runtime.starts_with("io.containerd.")) runtimes.push_back(one_line(runtime, 40));
    }
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): its traits will say why
  }
  for (const std::string& runtime : runtimes) names.push_back("docker+" + runtime);
  co_return names;
}

}  // namespace redcode::app
