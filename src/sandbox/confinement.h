// What confines a program in every sandbox, whichever engine made it: one definition, so that a
// trial means the same thing everywhere.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "record/policy.h"
#include "record/world.h"

namespace redcode::sandbox {

inline constexpr std::uint64_t shared_memory_size = std::uint64_t{16} << 20U;  // of /dev/shm
inline constexpr std::uint32_t cpu_period = 100'000;                           // microseconds
inline constexpr const char* host_name = "workstation";

// Kernel interfaces hidden from programs inside.
const std::vector<std::string>& masked_paths();

// The paths nothing in the sandbox can write to: some of the kernel's, and the policy's, less the
// world's writable ones. A writable path inside a read-only one takes that one off: mounts cannot
// be cut out of mounts.
std::vector<std::string> read_only_paths(const record::Policy& policy, const record::World& world);

// The world with a name server and host names, which a sandbox without a network does not get by
// itself.
record::World with_network_files(record::World world);

// "NAME=value" for every program started inside.
std::vector<std::string> environment_of(const record::World& world);

// "uid:gid" of the first process inside, which is nobody's: were it the agent's, the agent could
// write to its memory and end the sandbox.
inline constexpr const char* keeper = "65534:65534";

// "uid:gid" of programs inside.
std::string user_of(const record::Policy& policy, const record::World& world);

// What /proc/PID/status says of the sandbox's first process must be: no capability, no new
// privileges, a seccomp filter. Throws Failure{unavailable}.
void require_confined(const std::string& proc_status);

}  // namespace redcode::sandbox
