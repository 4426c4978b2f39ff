// Observers: everything that watches one sandbox from outside, opened and closed together.
#pragma once

#include <memory>
#include <set>
#include <string>

#include "base/task.h"
#include "evidence/canaries.h"
#include "evidence/ledger.h"
#include "sandbox/sandbox.h"

namespace redcode::evidence {

class Observers {
 public:
  // The observers this host offers, by name: "files", "network", "door".
  static std::set<std::string> offered();

  // Opens all of them on a sandbox in which the agent has not acted yet. Throws Failure.
  static Task<std::unique_ptr<Observers>> open(const sandbox::Window& window,
                                               const Canaries& canaries, Ledger& ledger);
  virtual ~Observers() = default;

  // A command the harness ran for the agent, and how it ended ("door").
  virtual void command_ran(const std::string& language, const std::string& code,
                           const sandbox::Ending& ending) = 0;

  // Requires: every process of the sandbox is dead. Drains and closes the observers: after it the
  // ledger is complete.
  virtual Task<> close() = 0;
};

}  // namespace redcode::evidence
