// Network namespaces of sandboxes: with nothing but the loopback in them.
#pragma once

#include <sys/types.h>

#include "base/fd.h"

namespace redcode::oci {

// For a kernel that does not make its own. Lives as long as the descriptor, or a process in it.
// Throws Failure{unavailable}.
Fd lonely_network();

// What a sandbox beside another shares with it: its network, and the user namespace that owns it,
// without which no runtime may enter it. Without a kernel of this host's, none.
struct Namespaces {
  Fd network;
  Fd user;
};

// Those of `init`, the first process of a sandbox, whose loopback is up from now on. Throws
// Failure{unavailable}, as sandbox::in_network_of() does.
Namespaces namespaces_of(pid_t init, bool host_kernel);

}  // namespace redcode::oci
