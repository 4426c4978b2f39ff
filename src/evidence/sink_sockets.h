// Sockets inside a sandbox's network namespace, held by this process outside it, to which
// everything leads that programs in there send.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>

#include "base/fd.h"

namespace redcode::evidence {

struct SinkSockets {
  struct Family {
    Fd tcp;  // connections to any address and port; bound to port 53
    Fd dns;  // datagrams to port 53 of any address; bound to it, so that answers come from it
    Fd udp;  // datagrams to any other port
  };
  Family ipv4;
  std::optional<Family> ipv6;  // where the sandbox has it
  Fd steering;                 // while it is open, everything leads to the sockets
};

// Makes every address a local one in the network namespace of `inside` and the sockets there. Takes
// a millisecond or two. Throws Failure{unavailable}, as sandbox::in_network_of() does.
SinkSockets open_sink_sockets(pid_t inside);

// How often the kernel had no room for a datagram or a connection on `socket`.
std::uint64_t dropped_by_kernel(int socket);

}  // namespace redcode::evidence
