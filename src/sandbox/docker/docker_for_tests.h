// What the tests against a real Docker daemon share: a sandbox, a script in it, and the count of
// what was left behind.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "base/failure.h"
#include "base/run.h"
#include "sandbox/docker/container_spec.h"
#include "sandbox/docker/engine.h"
#include "sandbox/owner.h"

namespace redcode::docker {

inline sandbox::Command bash(std::string script) {
  return {.argv = {"bash", "-c", std::move(script)}};
}

inline int code_of(const sandbox::Ending& ending) {
  const auto* exited = std::get_if<sandbox::Exited>(&ending.how);
  return exited == nullptr ? -1 : exited->code;
}

inline std::string failure_of(Task<> task) {
  try {
    run(std::move(task));
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "no failure";
}

class Docker : public testing::Test {
 protected:
  explicit Docker(const Options& options = {}) : engine(options) {}

  // What `commands` say, one after the other, in one sandbox that is removed afterwards.
  std::vector<sandbox::Ending> run_in_sandbox(std::vector<sandbox::Command> commands) {
    return run(run_all(std::move(commands)));
  }
  std::string output_of(std::string script) {
    const sandbox::Ending ending = run_in_sandbox({bash(std::move(script))})[0];
    return ending.out + ending.err;
  }

  Task<std::vector<sandbox::Ending>> run_all(std::vector<sandbox::Command> commands) {
    co_return co_await run_all_on(engine, std::move(commands));
  }
  Task<std::vector<sandbox::Ending>> run_all_on(Engine& one,
                                                std::vector<sandbox::Command> commands) {
    std::unique_ptr<sandbox::Sandbox> sandbox = co_await one.open(policy, world);
    std::vector<sandbox::Ending> endings;
    for (sandbox::Command& command : commands)
      endings.push_back(co_await sandbox->exec(std::move(command)));
    co_await sandbox->stop();
    co_await sandbox->close();
    co_return endings;
  }

  // How many containers of this process there are.
  Task<std::size_t> count_ours() {
    const Api api(docker_socket());
    const Json filters = {{"label", {fmt::format("{}={}", owner_label, sandbox::this_owner())}}};
    const std::string query = query_string({{"all", "1"}, {"filters", dump_json(filters)}});
    const Json containers = co_await api.get("/containers/json?" + query);
    co_return containers.size();
  }

  // How many volumes there are that carry our label and this process as their owner.
  Task<std::size_t> count_volumes() {
    const Api api(docker_socket());
    const Json filters = {{"label", {fmt::format("{}={}", owner_label, sandbox::this_owner())}}};
    const Json answer =
        co_await api.get("/volumes?" + query_string({{"filters", dump_json(filters)}}));
    const Json volumes = answer.value("Volumes", Json::array());
    co_return volumes.size();
  }

  void TearDown() override {
    engine.wait_for_removals();
    EXPECT_EQ(run(count_ours()), 0U) << "containers were left behind";
    EXPECT_EQ(run(count_volumes()), 0U) << "volumes were left behind";
  }

  Engine engine;
  record::Policy policy{.command_timeout = std::chrono::seconds(20)};
  record::World world;
};

}  // namespace redcode::docker
