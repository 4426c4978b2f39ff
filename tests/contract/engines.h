// The engines that the contract is held against: which they are, which work on this host, and one
// sandbox of each that checks may share.
//
//   REDCODE_ENGINES="docker+runc,oci+runc"   picks some
//
// Checks of one process share one context, so that a sandbox outlives the check that opened it.
#pragma once

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/task.h"
#include "sandbox/sandbox.h"

namespace redcode::contract {

// Every engine with every runtime, in the order they are tested; less with $REDCODE_ENGINES.
std::vector<std::string> engine_names();

// "docker+runc" as a test may be called: "docker_runc".
std::string test_name(const std::string& engine);

// The context all checks run on.
asio::io_context& context();

// Runs `task` to its end on that context.
template <class T>
T drive(Task<T> task) {
  auto ended = asio::co_spawn(context(), std::move(task), asio::use_future);
  while (ended.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    context().restart();
    context().run_one_for(std::chrono::milliseconds(100));
  }
  return ended.get();
}

class Subject {
 public:
  // Asks the engine whether it works here.
  explicit Subject(const std::string& name);

  sandbox::Engine& engine() { return *engine_; }
  const sandbox::Traits& traits() const { return traits_; }
  // Why it does not work here; "" when it does.
  const std::string& unavailable() const { return unavailable_; }

  // A sandbox with the usual policy and world, opened at first use and after it broke.
  sandbox::Sandbox& common();
  void drop_common();

 private:
  std::unique_ptr<sandbox::Engine> engine_;
  sandbox::Traits traits_;
  std::string unavailable_;
  std::unique_ptr<sandbox::Sandbox> common_;
};

// The engine called `name`, made once.
Subject& subject(const std::string& name);

// Closes what subject() made. The last thing a program of checks does.
void close_subjects();

// Opens a sandbox and, where that can be, one beside it, prints their ids, a line each, and dies of
// SIGKILL: what a harness leaves that was killed.
[[noreturn]] void leave_a_sandbox_behind(const std::string& engine);

// Everything on this host that carries `id` (the sandbox's, or a part of it that is its own):
// mounts, control groups, processes, entries of /run. For messages.
std::vector<std::string> traces_of(const std::string& id);

}  // namespace redcode::contract
