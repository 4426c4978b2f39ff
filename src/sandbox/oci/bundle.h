// What an OCI runtime is asked for: config.json of a sandbox, and process.json of a command in it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/json.h"
#include "record/policy.h"
#include "record/world.h"

namespace redcode::oci {

// Something of the host's, prepared, that the sandbox sees at `target`.
struct Bind {
  std::filesystem::path source;
  std::string target;
  bool read_only = false;
};

struct BundlePlan {
  record::Policy policy;
  record::World world;
  std::filesystem::path rootfs;
  std::string cgroup;  // absolute, below every controller's root
  std::vector<Bind> binds = {};
  // runc, crun: a user namespace shifted by this. 0: none.
  std::uint32_t id_shift = 0;
  // Namespaces made before. "": the runtime makes them.
  std::string network_namespace = {};
  std::string user_namespace = {};
  // gVisor: how many threads its kernel may have besides those of the programs in it.
  std::uint32_t kernel_threads = 0;
  Json seccomp = nullptr;  // null: the runtime's kernel is the filter (gVisor)
};

Json config_of(const BundlePlan& plan);

// A command as the sandbox's programs run: same user, environment and confinement as its first
// process.
Json process_of(const record::Policy& policy, const record::World& world,
                const std::vector<std::string>& argv, const std::string& working_dir);

}  // namespace redcode::oci
