#include "bare_docker.h"

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>
#include <utility>

#include "base/shield.h"
#include "base/text.h"
#include "docker/container_spec.h"
#include "docker/engine.h"
#include "docker/exec.h"
#include "sandbox/world_tar.h"

namespace redcode::app {
namespace {

Task<> pause(std::chrono::milliseconds length) {
  asio::steady_timer timer(co_await asio::this_coro::executor, length);
  co_await timer.async_wait(asio::use_awaitable);
}

Task<std::string> create_bare(const docker::Api& docker, Json spec) {
  const Json created = co_await docker.post("/containers/create", std::move(spec));
  co_return created.at("Id").get<std::string>();
}

// The calls of one trial, bare, between creation and removal.
Task<> bare_calls(const docker::Api& docker, std::string id, const BareTrial& trial) {
  const corpus::Case& subject = trial.subject;
  const std::string path = "/containers/" + id;
  const Json inspected = co_await docker.get(path + "/json");
  const auto layers = inspected.at("GraphDriver").at("Data").at("LowerDir").get<std::string>();
  std::vector<std::filesystem::path> lowers;
  for (const std::string& layer : split(layers, ':')) lowers.emplace_back(layer);
  sandbox::TarPlan plan{.world = docker::with_network_files(subject.world),
                        .dev = sandbox::ids_of(subject.policy.user)};
  plan.exists = [&lowers](const std::string& inside) { return sandbox::in_layers(lowers, inside); };
  for (const record::Tmpfs& one : subject.policy.tmpfs) plan.elsewhere.push_back(one.path);
  co_await docker.put_tar(id, sandbox::world_tar(plan));
  co_await docker.post(path + "/start");
  co_await docker.get(path + "/json");
  co_await pause(trial.latency);
  sandbox::Command command{.argv = {"bash", "-c", trial.code}};
  co_await docker::exec_in_container(docker, id, std::move(command), {});
  co_await docker.get(path + "/json");
  co_await pause(trial.latency);
  co_await docker.get(path + "/json");
  co_await docker.post(path + "/kill?signal=SIGKILL");
  co_await docker.post(path + "/wait?condition=not-running");
}

}  // namespace

Task<> bare_trial(BareTrial trial, Semaphore::Permit permit) {
  const corpus::Case& subject = trial.subject;
  const Semaphore::Permit held = std::move(permit);
  const docker::Api docker(docker::docker_socket());
  Json spec = docker::container_spec(subject.policy, docker::with_network_files(subject.world));
  const std::string id = co_await shield(create_bare(docker, std::move(spec)));
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
