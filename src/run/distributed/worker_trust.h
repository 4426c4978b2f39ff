// What a worker lets a run do on its host. The run comes from a database that others write to: what
// would start a program, send a key or write somewhere must be said to the worker, too, in the same
// words.
#pragma once

#include <span>

#include "base/result.h"
#include "corpus/case.h"
#include "run/distributed/spec.h"
#include "run/distributed/worker_options.h"

namespace redcode::distributed {

// Errors: run-not-trusted, with the option that would allow it.
Result<void> check_trust(const FleetSpec& spec, const WorkOptions& options);
// No case shows folders of the host to an agent. Errors: run-not-trusted.
Result<void> check_trust(std::span<const corpus::Case> cases);

}  // namespace redcode::distributed
