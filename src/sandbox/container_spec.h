// What the Docker API is asked for, from a policy and a world, and the check that it was granted.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "record/policy.h"
#include "record/world.h"

namespace redcode::sandbox {

inline constexpr const char* sandbox_label = "redcode.sandbox";
inline constexpr const char* owner_label = "redcode.owner";

// The paths nothing in the sandbox can write to: the policy's, less the world's writable ones. A
// writable path inside a read-only one takes that one off: mounts cannot be cut out of mounts.
std::vector<std::string> read_only_paths(const record::Policy& policy, const record::World& world);

// The world with the name server and host names Docker leaves out of a sandbox without a network.
record::World with_network_files(record::World world);

// The body of POST /containers/create.
Json container_spec(const record::Policy& policy, const record::World& world);

// What /proc/PID/status says of the sandbox's first process must be: no capability, no new
// privileges, a seccomp filter. Throws Failure{unavailable}.
void require_confined(const std::string& proc_status);

// Compares what was asked with what GET /containers/ID/json says. Throws Failure{unavailable}
// naming the first limit the daemon did not set.
void require_granted(const Json& asked, const Json& inspected);

}  // namespace redcode::sandbox
