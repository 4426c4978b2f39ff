// Whether an engine's sandboxes hold, found by looking around in one.
#pragma once

#include <string>
#include <vector>

#include "base/task.h"
#include "out.h"
#include "sandbox/attest/attest.h"
#include "sandbox/sandbox.h"

namespace redcode::app {

// Runs the probes that came with the program in a sandbox of the default policy.
Task<attest::Attestation> look_around(sandbox::Engine& engine);

// Removes what dead runs left, then looks around. Throws Failure when a containment probe fails, or
// stays silent, that is not named in `accepted`.
Task<> require_contained(sandbox::Engine& engine, std::vector<std::string> accepted, Out& out);

}  // namespace redcode::app
