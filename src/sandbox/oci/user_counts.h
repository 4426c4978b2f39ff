// What the kernel counts for each user, limited in a sandbox's own user namespace.
#pragma once

#include <sys/types.h>

namespace redcode::oci {

// Without it, all sandboxes share what root of this host may have: one that takes all inotify
// instances leaves none for the others, nor for the host. Blocks for a moment. Where the kernel has
// no such limits, or /proc/sys cannot be written, there are none.
void limit_user_counts(pid_t inside);

}  // namespace redcode::oci
