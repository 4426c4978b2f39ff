// Setting: what the host knows about the sandbox that was looked at. What a probe must have found
// depends on it.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "record/policy.h"

namespace redcode::attest {

struct Setting {
  std::string engine;  // "docker+runc"
  // Programs inside run on this host's kernel, not on one of the sandbox's own (gVisor).
  bool host_kernel = true;
  record::Policy policy = {};
  // Of this process: "net" is "net:[4026531840]".
  std::map<std::string, std::string> host_namespaces = {};
  std::string host_name = {};
  std::int64_t host_time = 0;  // seconds since 1970
};

// The setting of a sandbox of `engine` under `policy`, with what this host is now.
Setting setting_here(std::string engine, bool host_kernel, record::Policy policy);

}  // namespace redcode::attest
