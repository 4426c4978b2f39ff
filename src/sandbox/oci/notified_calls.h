// The system calls whose tries are logged: which they are, when the kernel is to tell of them, and
// how their arguments read.
#pragma once

#include <linux/seccomp.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "sandbox/oci/caller.h"
#include "sandbox/runtime_log.h"

namespace redcode::oci {

// See CallRecorder, which offers both.
const std::vector<std::string>& notified_names();
Json notify_rules(const std::vector<std::string>& calls);

bool starts_a_program(const seccomp_data& data);

// What the caller tries; none when it is not worth keeping (a signal to a
// thread of its own, a library that is read).
// A call that is not in our list is named by its number.
std::optional<sandbox::Call> read_call(const Caller& caller, const seccomp_data& data);

}  // namespace redcode::oci
