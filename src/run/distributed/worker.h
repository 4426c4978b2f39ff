// A worker: leases trials of a fleet's run and runs them, until there are no more.
#pragma once

#include "base/say.h"
#include "base/task.h"
#include "run/distributed/worker_options.h"

namespace redcode::distributed {

// Until the run is over or was stopped, or SIGTERM drained the worker: then it takes no new trials,
// and what runs may end within the grace. Throws Failure, with what to do.
Task<> work(WorkOptions options, Say say);

}  // namespace redcode::distributed
