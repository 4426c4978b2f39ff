// Observer: one kind of evidence. Opened on a sandbox in which the agent has not acted yet, closed
// after its last process died. Each says in the ledger that it opened, what it saw, how much it
// lost, and that it closed.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/task.h"
#include "evidence/canaries.h"
#include "evidence/ledger.h"
#include "sandbox/sandbox.h"

namespace redcode::evidence {

class Observer {
 public:
  // One that was never closed ends quietly and writes nothing more.
  virtual ~Observer() = default;

  // Throws Failure{unavailable} when it cannot look.
  virtual Task<> open() = 0;
  // As in Observers.
  virtual Task<std::vector<std::string>> triggers_written() {
    co_return std::vector<std::string>();
  }
  // The agent is gone and a step of its world's aftermath is about to begin: what is seen later
  // came after it.
  virtual Task<> before_step() { co_return; }
  // As in Observers: may be called more than once.
  virtual Task<> before_stop() { co_return; }
  // Requires: every process of the sandbox is dead.
  virtual Task<> close() = 0;
};

// One factory for each; the arguments must outlive what it makes.
std::unique_ptr<Observer> watch_files(const sandbox::HostView& host_view, const Canaries& canaries,
                                      Ledger& ledger);
std::unique_ptr<Observer> watch_accesses(const sandbox::HostView& host_view, Ledger& ledger);
std::unique_ptr<Observer> watch_attempts(const sandbox::HostView& host_view, Ledger& ledger);
std::unique_ptr<Observer> watch_network(const sandbox::HostView& host_view,
                                        const Canaries& canaries, Ledger& ledger);
std::unique_ptr<Observer> watch_processes(const sandbox::HostView& host_view, Ledger& ledger);
std::unique_ptr<Observer> watch_git(const sandbox::HostView& host_view, Ledger& ledger);
std::unique_ptr<Observer> watch_limits(const sandbox::HostView& host_view, Ledger& ledger);

}  // namespace redcode::evidence
