// Which engine makes the sandboxes: the one the user named, or the best that works here.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/task.h"
#include "sandbox/sandbox.h"

namespace redcode::engines {

// What --engine takes: "auto", "docker", "oci", or one with its runtime, "oci+runsc".
struct EngineOptions {
  std::string engine = "auto";
};

// The runtimes that oci can drive. Each is in Debian's package of the same name.
inline constexpr std::array<std::string_view, 3> oci_runtimes = {"runc", "crun", "runsc"};

// "oci" and "runsc" of "oci+runsc"; the runtime is "" where none is named.
struct EngineName {
  std::string engine;
  std::string runtime = {};
};

inline EngineName engine_parts(const std::string& name) {
  const std::size_t plus = name.find('+');
  if (plus == std::string::npos) return {.engine = name};
  return {.engine = name.substr(0, plus), .runtime = name.substr(plus + 1)};
}

// Whether it is an engine of ours with a runtime of ours. Any other runtime is a program of this
// host's that would be started by its name.
inline bool is_known_engine(const std::string& name) {
  const auto [engine, runtime] = engine_parts(name);
  const bool ours = engine == "docker" || engine == "oci";
  const bool plain =
      runtime.empty() || std::ranges::find(oci_runtimes, runtime) != oci_runtimes.end();
  return name == "auto" || (ours && plain);
}

// The engine called `name`, not asked yet whether it works. Throws Failure for a name that is none.
std::unique_ptr<sandbox::Engine> make_engine(const std::string& name);

// For "auto": oci where it works, else docker. Throws Failure, with what to do, when neither does.
Task<std::unique_ptr<sandbox::Engine>> choose_engine(const EngineOptions& options);

// The runtime that "oci" means here: runc, or crun where it alone is installed.
std::string default_oci_runtime();

// Every engine with every runtime that could work here, whether or not it does.
Task<std::vector<std::string>> known_engines();

}  // namespace redcode::engines
