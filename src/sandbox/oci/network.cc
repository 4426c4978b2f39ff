#include "sandbox/oci/network.h"

#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <cstring>
#include <thread>

#include "base/failure.h"

namespace redcode::oci {
namespace {

// On a thread that ends at once: nothing else of this process is ever in that namespace.
void enter_new_network(Fd& result) {
  if (unshare(CLONE_NEWNET) != 0) return;
  const Fd socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  ifreq loopback{};
  std::strncpy(static_cast<char*>(loopback.ifr_name), "lo", IFNAMSIZ - 1);
  loopback.ifr_flags = IFF_UP | IFF_RUNNING;
  if (!socket || ioctl(socket.get(), SIOCSIFFLAGS, &loopback) != 0) return;
  result = Fd(open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC));
}

}  // namespace

Fd lonely_network() {
  Fd result;
  std::jthread([&result] { enter_new_network(result); }).join();
  if (!result) throw Failure(Failure::Kind::unavailable, "cannot make a network namespace");
  return result;
}

}  // namespace redcode::oci
