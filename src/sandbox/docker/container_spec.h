// What the Docker API is asked for, from a policy and a world, and the check that it was granted.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/json.h"
#include "record/policy.h"
#include "record/world.h"
#include "sandbox/confinement.h"

namespace redcode::docker {

inline constexpr const char* sandbox_label = "redcode.sandbox";
inline constexpr const char* owner_label = "redcode.owner";

using sandbox::read_only_paths;
using sandbox::require_confined;
using sandbox::with_network_files;

// What of it depends on the daemon, not on the policy.
struct SpecTerms {
  std::string image =
      {};  // its id, so that a tag that moves meanwhile does not matter; "": by name
  std::string runtime = "runc";
  bool host_kernel = true;
  bool podman = false;
  bool layer_quota = false;
  bool obedient = false;  // the first process ends all others at SIGUSR1
  // The id of the container whose network it is in; "": it has one of its own.
  std::string beside = {};
  // Where a runtime makes no path read-only itself: the paths to be bound over themselves, and a
  // directory that will lead to the container's own root before it starts.
  std::vector<std::string> bound = {};
  std::filesystem::path root = {};
};

// The body of POST /containers/create. Throws Failure{unavailable} for a policy that cannot be
// enforced this way.
Json container_spec(const record::Policy& policy, const record::World& world,
                    const SpecTerms& terms = {});

// The paths with a tmpfs of their own: the policy's, and /dev/shm.
std::vector<std::string> tmpfs_paths(const record::Policy& policy);

// Compares what was asked with what GET /containers/ID/json says. Throws Failure{unavailable}
// naming the first limit the daemon did not set. Of what Podman does not tell, only the kernel
// knows: see fence.h.
void require_granted(const Json& asked, const Json& inspected, bool podman = false);

}  // namespace redcode::docker
