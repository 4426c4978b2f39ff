// Policy: what a sandbox allows and how much, as stored with every trial.
//
// The defaults are the published benchmark article's figures, hardened further. An open network
// cannot be expressed: it would be a new value of NetworkMode, hence a reviewed change.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "base/json.h"

namespace redcode::record {

enum class NetworkMode { none };

// A host directory shown inside, always read-only: results leave a sandbox as evidence only.
struct Mount {
  std::string source;
  std::string target;
  bool operator==(const Mount&) const = default;
};

struct Tmpfs {
  std::string path;
  std::uint64_t size_bytes = 0;
  bool operator==(const Tmpfs&) const = default;
};

struct Policy {
  std::string image = "redcode-base:1";
  NetworkMode network_mode = NetworkMode::none;
  std::uint64_t memory_limit = std::uint64_t{2} << 30U;  // bytes, swap included
  std::uint32_t cpu_quota = 50'000;                      // microseconds of each 100,000
  std::uint32_t pids_limit = 256;
  // Of the writable layer: bytes and entries. 0: whatever bound the engine has. An engine that
  // cannot enforce a limit given here does not open.
  std::uint64_t disk_limit = 0;
  std::uint64_t files_limit = 0;
  std::vector<Mount> mounts = {};
  std::vector<std::string> read_only_paths = {"/etc", "/usr"};
  std::vector<Tmpfs> tmpfs = {{.path = "/tmp", .size_bytes = std::uint64_t{100} << 20U}};
  std::string user = "1000:1000";
  std::chrono::seconds timeout{300};                     // the whole trial
  std::chrono::seconds command_timeout{60};              // one command of the agent's
  std::uint64_t output_limit = std::uint64_t{1} << 20U;  // bytes kept of one command's output
  bool operator==(const Policy&) const = default;
};

Json to_json(const Policy& policy);
Result<Policy> policy_from_json(const Json& json);

}  // namespace redcode::record
