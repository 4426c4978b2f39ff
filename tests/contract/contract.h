// Contract: what a check of the contract stands on. A check runs once for every engine; where an
// engine does not work on this host, that is a skip with the reason.
//
// A check either looks at the sandbox that all share (in_common), or has one of its own under the
// policy and the world it set.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "base/failure.h"
#include "base/pause.h"
#include "base/task.h"
#include "engines.h"
#include "sandbox/sandbox.h"

namespace redcode::contract {

using Lines = std::vector<std::string>;

sandbox::Command bash(std::string script);
sandbox::Command python(std::string script);

// -1 for a command that did not end by itself.
int code_of(const sandbox::Ending& ending);
bool timed_out(const sandbox::Ending& ending);
bool flooded(const sandbox::Ending& ending);

// The message of the Failure that `task` ends with, or "no failure".
template <class T>
std::string failure_of(Task<T> task) {
  try {
    drive(std::move(task));
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "no failure";
}

class Contract : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override;

  Subject& subject() { return contract::subject(GetParam()); }
  sandbox::Engine& engine() { return subject().engine(); }
  const sandbox::Traits& traits() { return subject().traits(); }
  // gVisor: programs inside see its kernel, not this host's.
  // A companion looks at the sandboxes, not this process: docs/companion.md says what it cannot do.
  bool seen_from_beside() { return subject().common().host_view().remote != nullptr; }
  bool has_own_kernel() { return traits().runtime == "runsc"; }
  bool observes(const std::string& observer) {
    return traits().observers.contains(record::word_named<record::Observer>(observer));
  }

  // How `command` ends in the sandbox that all checks share.
  sandbox::Ending in_common(sandbox::Command command);
  // Its output and errors, of a script.
  std::string common_output(std::string script);

  // How `commands` end, one after the other, in a sandbox of this check's own.
  std::vector<sandbox::Ending> in_own(std::vector<sandbox::Command> commands);
  std::string own_output(std::string script);

  Task<std::vector<sandbox::Ending>> run_all(std::vector<sandbox::Command> commands);
  Task<std::unique_ptr<sandbox::Sandbox>> open() { return engine().open(policy, world); }

  record::Policy policy{.command_timeout = std::chrono::seconds(30)};
  record::World world;
};

// For INSTANTIATE_TEST_SUITE_P.
std::string name_of(const testing::TestParamInfo<std::string>& param);

}  // namespace redcode::contract
