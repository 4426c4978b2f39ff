// A run whose trials a fleet of workers runs: this process plans it, and collects what they found
// into a run folder that is the same as that of a run on one host.
#pragma once

#include "base/task.h"
#include "run/setup/run_setup.h"
#include "run/steer/run_watch.h"

namespace redcode::distributed {

// Returns when every planned trial is over, or the run was stopped; whether it is whole. Throws
// Failure, with what to do. It may be killed at any moment: the same command goes on where it was.
Task<bool> run_on_fleet(const setup::RunSetup& setup, steer::RunWatch::Audience audience);

}  // namespace redcode::distributed
