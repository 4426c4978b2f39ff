// A network namespace with nothing but its loopback in it, for a kernel that does not make its own.
#pragma once

#include "base/fd.h"

namespace redcode::oci {

// Lives as long as the descriptor, or a process in it. Throws Failure{unavailable}.
Fd lonely_network();

}  // namespace redcode::oci
