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
#include "sandbox/container_spec.h"
#include "sandbox/docker.h"
#include "sandbox/owner.h"

namespace redcode::sandbox {

inline Command bash(std::string script) { return {.argv = {"bash", "-c", std::move(script)}}; }

inline int code_of(const Ending& ending) {
  const auto* exited = std::get_if<Exited>(&ending.how);
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
  // What `commands` say, one after the other, in one sandbox that is removed afterwards.
  std::vector<Ending> run_in_sandbox(std::vector<Command> commands) {
    return run(run_all(std::move(commands)));
  }
  std::string output_of(std::string script) {
    const Ending ending = run_in_sandbox({bash(std::move(script))})[0];
    return ending.out + ending.err;
  }

  Task<std::vector<Ending>> run_all(std::vector<Command> commands) {
    std::unique_ptr<Sandbox> sandbox = co_await engine.open(policy, world);
    std::vector<Ending> endings;
    for (Command& command : commands) endings.push_back(co_await sandbox->exec(std::move(command)));
    co_await sandbox->stop();
    co_await sandbox->close();
    co_return endings;
  }

  // How many containers of this process there are.
  Task<std::size_t> count_ours() {
    const DockerApi api(docker_socket());
    const Json filters = {{"label", {fmt::format("{}={}", owner_label, this_owner())}}};
    const std::string query = query_string({{"all", "1"}, {"filters", dump_json(filters)}});
    const Json containers = co_await api.get("/containers/json?" + query);
    co_return containers.size();
  }

  void TearDown() override { EXPECT_EQ(run(count_ours()), 0U) << "containers were left behind"; }

  DockerEngine engine;
  record::Policy policy{.command_timeout = std::chrono::seconds(20)};
  record::World world;
};

}  // namespace redcode::sandbox
