#include "bench/bare_docker.h"

#include <fmt/format.h>

#include <boost/asio/this_coro.hpp>
#include <exception>
#include <utility>

#include "base/failure.h"
#include "base/pause.h"
#include "base/uncancellable.h"
#include "sandbox/confinement.h"
#include "sandbox/docker/container.h"
#include "sandbox/docker/container_spec.h"
#include "sandbox/docker/engine.h"
#include "sandbox/docker/exec.h"
#include "sandbox/world_tar.h"

namespace redcode::app {
namespace {

Task<std::string> create_bare(const docker::Api& docker, Json spec) {
  const Json created = co_await docker.post("/containers/create", std::move(spec));
  co_return created.at("Id").get<std::string>();
}

// The calls of one trial, bare, between creation and removal.
Task<> bare_calls(const docker::Api& docker, std::string id, const BareTrial& trial) {
  const corpus::Case& subject = trial.subject;
  const std::string path = "/containers/" + id;
  sandbox::TarPlan plan{.world = docker::with_network_files(subject.world),
                        .dev = sandbox::ids_of(subject.policy.user)};
  plan.exists = [&trial](const std::string& inside) {
    return sandbox::in_layers(trial.lowers, inside);
  };
  for (const record::Tmpfs& one : subject.policy.tmpfs) plan.elsewhere.push_back(one.path);
  co_await docker.put_tar(id, sandbox::world_tar(plan));
  co_await docker.post(path + "/start");
  co_await docker.get(path + "/json");
  co_await pause_for(trial.latency);
  sandbox::Command command{.argv = {"bash", "-c", trial.code}};
  docker::ExecLimits limits{.user = sandbox::user_of(subject.policy, subject.world)};
  co_await docker::exec_in_container(docker, id, std::move(command), std::move(limits));
  co_await docker.get(path + "/json");
  co_await pause_for(trial.latency);
  co_await docker.get(path + "/json");
  co_await docker.post(path + "/kill?signal=SIGKILL");
  co_await docker.post(path + "/wait?condition=not-running");
}

}  // namespace

Task<std::vector<std::filesystem::path>> image_layers(std::string image) {
  const docker::Api docker(docker::docker_socket());
  const Json about = co_await docker.get(fmt::format("/images/{}/json", image));
  std::vector<std::filesystem::path> layers = docker::layers_of_image(about);
  if (layers.empty()) {
    throw Failure(Failure::Kind::unavailable,
                  "this benchmark needs a Docker daemon with the overlay2 storage driver");
  }
  co_return layers;
}

Task<> bare_trial(const BareTrial& trial, Semaphore::Permit permit) {
  const corpus::Case& subject = trial.subject;
  const Semaphore::Permit held = std::move(permit);
  const docker::Api docker(docker::docker_socket());
  Json spec = docker::container_spec(subject.policy, docker::with_network_files(subject.world));
  const std::string id = co_await uncancellable(create_bare(docker, std::move(spec)));
  std::exception_ptr failure;
  try {
    co_await bare_calls(docker, id, trial);
  } catch (...) {
    failure = std::current_exception();
  }
  co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
  co_await docker.remove_container(id);
  if (failure) std::rethrow_exception(failure);
}

}  // namespace redcode::app
