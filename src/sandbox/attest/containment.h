// Whether an engine's sandboxes hold, found by looking around in one.
#pragma once

#include <string>
#include <vector>

#include "base/say.h"
#include "base/task.h"
#include "sandbox/attest/attest.h"
#include "sandbox/sandbox.h"

namespace redcode::attest {

// Runs the probes that came with the program in a sandbox of the default policy.
Task<Attestation> look_around(sandbox::Engine& engine);

// Removes what dead runs left, then looks around. Throws Failure when a containment probe fails, or
// stays silent, that is not named in `accepted`.
Task<> require_contained(sandbox::Engine& engine, std::vector<std::string> accepted, Say say);

}  // namespace redcode::attest
