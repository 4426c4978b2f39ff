// Which engine makes the sandboxes: the one the user named, or the best that works here.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/task.h"
#include "sandbox/sandbox.h"

namespace redcode::app {

// What --engine takes: "auto", "docker", "oci", or one with its runtime, "oci+runsc".
struct EngineOptions {
  std::string engine = "auto";
};

// The engine called `name`, not asked yet whether it works. Throws Failure for a name that is none.
std::unique_ptr<sandbox::Engine> make_engine(const std::string& name);

// For "auto": oci where it works, else docker. Throws Failure, with what to do, when neither does.
Task<std::unique_ptr<sandbox::Engine>> choose_engine(const EngineOptions& options);

// The runtime that "oci" means here.
std::string default_oci_runtime();

// Every engine with every runtime that could work here, whether or not it does.
Task<std::vector<std::string>> known_engines();

}  // namespace redcode::app
