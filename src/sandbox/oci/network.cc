#include "sandbox/oci/network.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <cstring>
#include <thread>

#include "base/failure.h"
#include "sandbox/network_namespace.h"

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

Namespaces namespaces_of(pid_t init, bool host_kernel) {
  Namespaces found;
  sandbox::in_network_of(init, [&found] {
    found.network = Fd(open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC));
  });
  const std::string user = fmt::format("/proc/{}/ns/user", init);
  if (host_kernel) found.user = Fd(open(user.c_str(), O_RDONLY | O_CLOEXEC));
  if (!found.network || (host_kernel && !found.user))
    fail_with_errno("cannot find a sandbox's network");
  return found;
}

}  // namespace redcode::oci
