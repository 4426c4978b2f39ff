#include "sandbox/network_namespace.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <cstring>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "base/failure.h"
#include "base/fd.h"

namespace redcode::sandbox {
namespace {

[[noreturn]] void cannot(std::string_view what) { fail_with_errno(fmt::format("cannot {}", what)); }

void enter(pid_t inside) {
  const std::string path = fmt::format("/proc/{}/ns/net", inside);
  const Fd theirs(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  const Fd ours(open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC));
  struct stat their_status{};
  struct stat our_status{};
  if (!theirs || !ours || fstat(theirs.get(), &their_status) != 0 ||
      fstat(ours.get(), &our_status) != 0) {
    cannot("find the sandbox's network");
  }
  if (their_status.st_ino == our_status.st_ino && their_status.st_dev == our_status.st_dev) {
    throw Failure(Failure::Kind::unavailable, "the sandbox shares this host's network");
  }
  if (setns(theirs.get(), CLONE_NEWNET) != 0) cannot("enter the sandbox's network");
}

ifreq request_about(const char* interface) {
  ifreq request{};
  std::strncpy(request.ifr_name, interface, IFNAMSIZ - 1);
  return request;
}

unsigned flags_of(int socket, const char* interface) {
  ifreq request = request_about(interface);
  if (ioctl(socket, SIOCGIFFLAGS, &request) != 0) cannot("read the state of a sandbox's interface");
  return static_cast<unsigned short>(request.ifr_flags);
}

void refuse_other_interfaces(int socket) {
  const std::unique_ptr<struct if_nameindex, void (*)(struct if_nameindex*)> all(if_nameindex(),
                                                                                 if_freenameindex);
  if (!all) cannot("list a sandbox's interfaces");
  for (const struct if_nameindex* one = all.get(); one->if_index != 0; ++one) {
    const unsigned flags = flags_of(socket, one->if_name);
    if ((flags & IFF_UP) != 0 && (flags & IFF_LOOPBACK) == 0) {
      throw Failure(Failure::Kind::unavailable,
                    fmt::format("the sandbox has a live network interface, {}", one->if_name));
    }
  }
}

void bring_loopback_up(int socket) {
  const unsigned flags = flags_of(socket, "lo");
  if ((flags & IFF_UP) != 0) return;
  ifreq request = request_about("lo");
  request.ifr_flags = static_cast<short>(flags | IFF_UP);
  if (ioctl(socket, SIOCSIFFLAGS, &request) != 0) cannot("bring a sandbox's loopback up");
}

// On a thread, which must not throw.
void visit(pid_t inside, const std::function<void()>& act, std::exception_ptr& failure) noexcept {
  try {
    enter(inside);
    const Fd control(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    if (!control) cannot("make a socket in a sandbox's network");
    refuse_other_interfaces(control.get());
    bring_loopback_up(control.get());
    act();
  } catch (...) {
    failure = std::current_exception();
  }
}

}  // namespace

void in_network_of(pid_t inside, const std::function<void()>& act) {
  std::exception_ptr failure;
  std::jthread visitor(visit, inside, std::cref(act), std::ref(failure));
  visitor.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace redcode::sandbox
