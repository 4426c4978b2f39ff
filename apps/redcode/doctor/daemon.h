// The container daemon: whether one answers, which it is, and how it is set up.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "base/task.h"
#include "doctor/findings.h"
#include "sandbox/docker/daemon.h"

namespace redcode::app {

// For one question to a daemon.
inline constexpr std::chrono::milliseconds daemon_patience = std::chrono::seconds(3);

// Nothing when no daemon that can be used answered; the findings says why. Takes a few seconds at
// most, whatever the daemon does. `runtime`: the one that will be asked for.
Task<std::optional<docker::Account>> look_at_daemon(std::string runtime, Findings& findings);

// What a daemon says about itself, judged.
void judge_daemon(const docker::Account& account, const std::string& runtime, Findings& findings);

}  // namespace redcode::app
