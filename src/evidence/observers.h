// Observers: everything that watches one sandbox from outside, opened and closed together.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/task.h"
#include "evidence/canaries.h"
#include "evidence/ledger.h"
#include "sandbox/sandbox.h"

namespace redcode::evidence {

class Observers {
 public:
  // Opens all that work on the sandbox (HostView::observers), before the agent has acted. Throws
  // Failure.
  static Task<std::unique_ptr<Observers>> open(const sandbox::HostView& host_view,
                                               const Canaries& canaries, Ledger& ledger);
  // The same for some of them, to measure what each costs.
  static Task<std::unique_ptr<Observers>> open_some(const sandbox::HostView& host_view,
                                                    const Canaries& canaries, Ledger& ledger,
                                                    std::set<record::Observer> wanted);
  virtual ~Observers() = default;

  // A command the harness ran for the agent, and how it ended (`exec`).
  virtual void command_ran(const std::string& language, const std::string& code,
                           const sandbox::Ending& ending) = 0;

  // The triggers (record/triggers.h) that were written since it was opened, as paths inside; none
  // where nobody can look so early.
  virtual Task<std::vector<std::string>> triggers_written() {
    co_return std::vector<std::string>();
  }

  // A step of the aftermath is about to begin, of which the ledger is told next.
  virtual Task<> before_step() { co_return; }

  // The sandbox is about to be stopped, or all but its first process killed; its processes still
  // run. From the first call on, that one is ended by a signal is no news.
  virtual Task<> before_stop() = 0;

  // Requires: every process of the sandbox is dead. Drains and closes the observers: after it the
  // ledger is complete.
  virtual Task<> close() = 0;
};

}  // namespace redcode::evidence
