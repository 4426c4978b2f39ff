// Sockets inside a sandbox's network namespace, held by this process outside it.
#pragma once

#include <sys/types.h>

#include "base/fd.h"

namespace redcode::evidence {

struct SinkSockets {
  Fd http;           // TCP port 80
  Fd https;          // TCP port 443
  Fd dns;            // UDP port 53, IPv4, with IP_PKTINFO
  bool ipv6 = true;  // whether the TCP sockets are IPv6 ones that take IPv4 too
};

// Enters the network namespace of `inside` on a short-lived thread, brings its loopback up, makes
// every address a local one, and binds the sockets there. Takes a few milliseconds. Throws
// Failure{unavailable}; refuses this process's own namespace and any that has a live interface
// besides the loopback, so it can never redirect a real network.
SinkSockets open_sink_sockets(pid_t inside);

}  // namespace redcode::evidence
