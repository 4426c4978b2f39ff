// The check, from outside and after the start, that a sandbox is what its policy asks for: what a
// runtime was told and what the kernel does are two things.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

#include "sandbox/mount_table.h"
#include "sandbox/oci/bundle.h"

namespace redcode::oci {

// Throws Failure{unavailable} naming the first thing that does not hold for the process `init`,
// which was started as `plan` says. `host_kernel`: programs inside are processes of this kernel; a
// sandbox with a kernel of its own is checked from its outside only.
void require_enforced(const BundlePlan& plan, pid_t init, bool host_kernel);

// The part about mounts: every path that must be read-only or hidden is, and nothing is there that
// nobody asked for. `exists` tells whether a path is there at all, inside.
void require_mounts(const BundlePlan& plan, const sandbox::MountTable& table,
                    const std::function<bool(const std::string&)>& exists);

}  // namespace redcode::oci
