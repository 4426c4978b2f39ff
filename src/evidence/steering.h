// Steering: leads everything that is sent in a network namespace, to any address and any port, to
// a few sockets of ours.
//
// A small program in the kernel (steering.bpf.c; BPF, "sk_lookup", Linux 5.9) picks the socket that
// gets a new connection or datagram. It runs before the kernel looks for a listener, so no program
// inside can take traffic away by listening too; nothing is rewritten, so our sockets know the
// address and port that was meant. Loopback addresses (127.0.0.0/8, ::1) are left alone, and so is
// the address that programs inside call from: an answer to it is theirs.
#pragma once

#include "base/fd.h"
#include "evidence/steering_map.h"

namespace redcode::evidence {

// Bound sockets in the calling thread's network namespace; -1 where there is none.
struct SteeredSockets {
  int tcp = -1;  // a listener
  int dns = -1;  // for UDP port 53
  int udp = -1;  // for every other UDP port
};

// Steers the calling thread's network namespace for as long as what it gives is open. What has no
// socket is dropped. Throws Failure{unavailable}.
Fd steer(const SteeredSockets& ipv4, const SteeredSockets& ipv6);

}  // namespace redcode::evidence
