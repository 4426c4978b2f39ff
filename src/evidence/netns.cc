#include "evidence/netns.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <thread>

#include "base/failure.h"

namespace redcode::evidence {
namespace {

[[noreturn]] void fail(std::string_view what) {
  throw Failure(Failure::Kind::unavailable,
                fmt::format("the network sinkhole cannot {}: {}", what, std::strerror(errno)));
}

void enter(pid_t inside) {
  const std::string path = fmt::format("/proc/{}/ns/net", inside);
  const Fd theirs(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  const Fd ours(open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC));
  struct stat their_status{};
  struct stat our_status{};
  if (!theirs || !ours || fstat(theirs.get(), &their_status) != 0 ||
      fstat(ours.get(), &our_status) != 0) {
    fail("find the sandbox's network");
  }
  if (their_status.st_ino == our_status.st_ino && their_status.st_dev == our_status.st_dev) {
    throw Failure(Failure::Kind::unavailable, "the sandbox shares this host's network");
  }
  if (setns(theirs.get(), CLONE_NEWNET) != 0) fail("enter the sandbox's network");
}

short flags_of(int socket, const char* name) {
  ifreq request{};
  std::strncpy(request.ifr_name, name, IFNAMSIZ - 1);
  if (ioctl(socket, SIOCGIFFLAGS, &request) != 0) fail("read an interface's state");
  return request.ifr_flags;
}

void refuse_other_interfaces(int socket) {
  const std::unique_ptr<struct if_nameindex, void (*)(struct if_nameindex*)> all(if_nameindex(),
                                                                                 if_freenameindex);
  if (!all) fail("list the interfaces");
  for (const struct if_nameindex* one = all.get(); one->if_index != 0; ++one) {
    const auto flags = static_cast<unsigned>(flags_of(socket, one->if_name));
    if ((flags & IFF_UP) != 0 && (flags & IFF_LOOPBACK) == 0) {
      throw Failure(Failure::Kind::unavailable,
                    fmt::format("the sandbox has a live network interface, {}", one->if_name));
    }
  }
}

void bring_loopback_up(int socket) {
  ifreq request{};
  std::strncpy(request.ifr_name, "lo", IFNAMSIZ - 1);
  request.ifr_flags = static_cast<short>(flags_of(socket, "lo") | IFF_UP);
  if (ioctl(socket, SIOCSIFFLAGS, &request) != 0) fail("bring the loopback up");
}

// As `ip route add local default dev lo`.
struct RouteRequest {
  nlmsghdr header{};
  rtmsg route{};
  rtattr attribute{};
  std::uint32_t interface = 0;
};

// 0, or the error the kernel answered with.
int make_all_addresses_local(unsigned char family) {
  const Fd netlink(socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE));
  if (!netlink) return errno;
  RouteRequest request;
  request.header = {.nlmsg_len = sizeof(RouteRequest),
                    .nlmsg_type = RTM_NEWROUTE,
                    .nlmsg_flags = NLM_F_REQUEST | NLM_F_CREATE | NLM_F_REPLACE | NLM_F_ACK};
  request.route.rtm_family = family;
  request.route.rtm_table = RT_TABLE_LOCAL;
  request.route.rtm_protocol = RTPROT_BOOT;
  request.route.rtm_scope = RT_SCOPE_HOST;
  request.route.rtm_type = RTN_LOCAL;
  request.attribute = {.rta_len = RTA_LENGTH(sizeof(std::uint32_t)), .rta_type = RTA_OIF};
  request.interface = if_nametoindex("lo");
  if (send(netlink.get(), &request, sizeof request, 0) < 0) return errno;

  struct {
    nlmsghdr header;
    nlmsgerr error;
    std::array<char, 512> rest;
  } reply{};
  if (recv(netlink.get(), &reply, sizeof reply, 0) < 0) return errno;
  return reply.header.nlmsg_type == NLMSG_ERROR ? -reply.error.error : EPROTO;
}

// No SO_REUSEADDR: with it, a program in the sandbox could bind a narrower address and take
// traffic away from us.
template <class Address>
bool bind_to(int socket, const Address& address) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): the socket API's own idiom
  return bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

Fd listen_ipv6(std::uint16_t port) {
  Fd listener(socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!listener) return {};
  const int off = 0;
  setsockopt(listener.get(), IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
  const sockaddr_in6 address{.sin6_family = AF_INET6, .sin6_port = htons(port)};
  if (!bind_to(listener.get(), address) || listen(listener.get(), 512) != 0) return {};
  return listener;
}

Fd listen_ipv4(std::uint16_t port) {
  Fd listener(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const sockaddr_in address{.sin_family = AF_INET, .sin_port = htons(port)};
  if (!listener || !bind_to(listener.get(), address) || listen(listener.get(), 512) != 0) {
    fail(fmt::format("listen on port {}", port));
  }
  return listener;
}

Fd bind_dns() {
  Fd socket_fd(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const int on = 1;
  const sockaddr_in address{.sin_family = AF_INET, .sin_port = htons(53)};
  if (!socket_fd || setsockopt(socket_fd.get(), IPPROTO_IP, IP_PKTINFO, &on, sizeof on) != 0 ||
      !bind_to(socket_fd.get(), address)) {
    fail("listen for name lookups");
  }
  return socket_fd;
}

SinkSockets set_up(pid_t inside) {
  enter(inside);
  const Fd control(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (!control) fail("make a socket");
  refuse_other_interfaces(control.get());
  bring_loopback_up(control.get());
  if (const int error = make_all_addresses_local(AF_INET); error != 0) {
    errno = error;
    fail("route every address to itself");
  }
  // Where IPv6 is off, this fails and there is nothing to route.
  make_all_addresses_local(AF_INET6);

  SinkSockets sockets{.http = listen_ipv6(80), .https = listen_ipv6(443), .dns = bind_dns()};
  if (!sockets.http || !sockets.https) {
    sockets.ipv6 = false;
    sockets.http = Fd();
    sockets.https = Fd();
    sockets.http = listen_ipv4(80);
    sockets.https = listen_ipv4(443);
  }
  return sockets;
}

// As set_up(), for a thread, which must not throw.
void set_up_or_note(pid_t inside, SinkSockets& sockets, std::exception_ptr& failure) noexcept {
  try {
    sockets = set_up(inside);
  } catch (...) {
    failure = std::current_exception();
  }
}

}  // namespace

SinkSockets open_sink_sockets(pid_t inside) {
  SinkSockets sockets;
  std::exception_ptr failure;
  // A thread of its own, so that no other code of this process ever runs in the namespace.
  std::jthread visitor(set_up_or_note, inside, std::ref(sockets), std::ref(failure));
  visitor.join();
  if (failure) std::rethrow_exception(failure);
  return sockets;
}

}  // namespace redcode::evidence
