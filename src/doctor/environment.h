// The environment of this process: room, limits, variables, clock, and programs it may need.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "doctor/findings.h"
#include "http/proxy.h"
#include "run/steer/headroom.h"

namespace redcode::doctor {

struct Disk {
  std::filesystem::path folder;  // something of ours on it
  steer::Space space;
};

struct Environment {
  std::vector<Disk> disks = {};
  std::optional<std::uint64_t> memory_available = {};  // bytes; nothing: not told
  std::string temporary = {};                          // where temporary files go
  unsigned long temporary_flags = 0;                   // of the file system there, by statvfs()
  std::string why_no_temporary = {};
  std::string runs = {};  // where run folders go
  std::string why_no_runs = {};
  std::optional<std::uint64_t> open_files = {};  // at a time
  std::string why_no_loopback = {};
  http::Environment variables = {};
  std::chrono::days behind{0};  // the clock is, the day this program was made
  bool has_npm = true;
  bool has_runsc = true;
};

// `folders`: where images, runs and temporary files live.
Environment read_environment(const std::vector<std::filesystem::path>& folders);
void judge(const Environment& environment, Findings& findings);

// A variable's value; "" if it is not set.
std::string variable(const std::string& name);

// The name of a variable that sets a proxy; "" if none does. HTTP_PROXY counts, though we do not
// heed it: whoever set it lives behind a proxy.
std::string proxy_variable(const http::Environment& variables);

}  // namespace redcode::doctor
