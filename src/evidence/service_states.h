// ServiceStates: the observer "services". It starts the servers of a world beside the agent's
// sandbox and writes down what they hold before anybody came and after the agent is gone.
//
// Thread safety: used from the one thread that runs the tasks.
#pragma once

#include <memory>

#include "base/task.h"
#include "evidence/ledger.h"
#include "record/world.h"
#include "sandbox/services.h"

namespace redcode::evidence {

class ServiceStates {
 public:
  // Starts those of `world`, which is seeded, beside `box`: before its setup, which may need them.
  // All three outlive it. Null where the world has none. Throws Failure, as
  // sandbox::Services::open() does.
  static Task<std::unique_ptr<ServiceStates>> open(sandbox::Engine& engine, sandbox::Sandbox& box,
                                                   const record::World& world, Ledger& ledger);

  ServiceStates(std::unique_ptr<sandbox::Services> services, Ledger& ledger)
      : services_(std::move(services)), ledger_(ledger) {}

  // The world was set up; what that changed in them is no doing of the agent's. Throws Failure.
  Task<> world_is_ready() { return services_->look_again(); }
  // Requires: every process of the sandbox is dead. Writes what the services hold; once, out of
  // reach of cancellation. One that cannot tell has a gap.
  Task<> note();
  // Removes them.
  Task<> close();

 private:
  Task<> note_all();

  std::unique_ptr<sandbox::Services> services_;
  Ledger& ledger_;
  bool noted_ = false;
};

}  // namespace redcode::evidence
