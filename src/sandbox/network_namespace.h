// Doing something inside a sandbox's network namespace: making sockets there that this process
// holds.
#pragma once

#include <sys/types.h>

#include <functional>

namespace redcode::sandbox {

// Runs `act` on a short-lived thread in the network namespace of `inside`, with its loopback up,
// and waits for it; no other code of this process ever runs there. Rethrows what `act` throws.
// Throws Failure{unavailable}; refuses this process's own namespace and any that has a live
// interface besides the loopback, so that it can never touch a real network.
void in_network_of(pid_t inside, const std::function<void()>& act);

}  // namespace redcode::sandbox
