// This host: what its kernel offers, what the environment says, and our own data on it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "doctor/findings.h"
#include "out.h"

namespace redcode::app {

// The kernel, for the engine oci: control groups, namespaces, overlays, and what observers ask.
void look_at_kernel(Findings& findings);

// Control groups from the texts of /proc/self/mounts and of a version 2 tree's cgroup.controllers.
void judge_control_groups(std::string_view mounts, std::string_view controllers,
                          Findings& findings);

// Room, limits, proxies, clock. `folders`: where images, runs and temporary files live.
void look_at_environment(const std::vector<std::filesystem::path>& folders, Findings& findings);

// A variable's value; "" if it is not set.
std::string environment(const std::string& name);

// The name of a variable that sets a proxy; "" if none does. HTTP_PROXY counts, though we do not
// heed it: whoever set it lives behind a proxy.
std::string proxy_variable();

// The corpus and what comes with it.
void look_at_data(Findings& findings);

}  // namespace redcode::app
