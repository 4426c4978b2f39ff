#include "evidence/sink_sockets.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <string_view>

#include "base/failure.h"
#include "evidence/dns.h"
#include "evidence/steering.h"
#include "sandbox/network_namespace.h"

namespace redcode::evidence {
namespace {

constexpr int waiting_connections = 4096;
constexpr int receive_buffer = 4 << 20;
constexpr std::uint16_t other_port = 123;  // any will do: every port leads to that socket

[[noreturn]] void sinkhole_cannot(std::string_view what) {
  fail_with_errno(fmt::format("the network sinkhole cannot {}", what));
}

// As `ip route replace local default dev lo [src ADDRESS]`.
struct RouteRequest {
  nlmsghdr header{};
  rtmsg route{};
  rtattr interface_attribute{};
  std::uint32_t interface = 0;
  rtattr source_attribute{};
  in_addr source{};
};

// 0, or the error the kernel answered with.
int ask_for_route(const RouteRequest& request) {
  const Fd netlink(socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE));
  if (!netlink || send(netlink.get(), &request, request.header.nlmsg_len, 0) < 0) return errno;
  struct {
    nlmsghdr header;
    nlmsgerr error;
    std::array<char, 512> rest;
  } reply{};
  if (recv(netlink.get(), &reply, sizeof reply, 0) < 0) return errno;
  return reply.header.nlmsg_type == NLMSG_ERROR ? -reply.error.error : EPROTO;
}

RouteRequest all_addresses_local(unsigned char family) {
  RouteRequest request;
  request.header = {.nlmsg_len = offsetof(RouteRequest, source_attribute),
                    .nlmsg_type = RTM_NEWROUTE,
                    .nlmsg_flags = NLM_F_REQUEST | NLM_F_CREATE | NLM_F_REPLACE | NLM_F_ACK};
  request.route.rtm_family = family;
  request.route.rtm_table = RT_TABLE_LOCAL;
  request.route.rtm_protocol = RTPROT_BOOT;
  request.route.rtm_scope = RT_SCOPE_HOST;
  request.route.rtm_type = RTN_LOCAL;
  request.interface_attribute = {.rta_len = RTA_LENGTH(sizeof(std::uint32_t)), .rta_type = RTA_OIF};
  request.interface = if_nametoindex("lo");
  return request;
}

void route_ipv4() {
  RouteRequest request = all_addresses_local(AF_INET);
  int error = ask_for_route(request);
  // Left alone, the kernel would have a client call from the very address it calls: with luck from
  // the same port, and then it would talk to itself. It may be any address once all are local.
  if (error == 0) {
    request.header.nlmsg_len = sizeof(RouteRequest);
    request.source_attribute = {.rta_len = RTA_LENGTH(sizeof(in_addr)), .rta_type = RTA_PREFSRC};
    request.source.s_addr = htonl(callers_address);
    error = ask_for_route(request);
  }
  if (error == 0) return;
  errno = error;
  sinkhole_cannot("route every address to itself");
}

sockaddr_in ipv4_address(const char* text, std::uint16_t port) {
  sockaddr_in address{.sin_family = AF_INET, .sin_port = htons(port)};
  inet_pton(AF_INET, text, &address.sin_addr);
  return address;
}

sockaddr_in6 ipv6_address(const char* text, std::uint16_t port) {
  sockaddr_in6 address{.sin6_family = AF_INET6, .sin6_port = htons(port)};
  inet_pton(AF_INET6, text, &address.sin6_addr);
  return address;
}

// No SO_REUSEADDR: with it, a program in the sandbox could bind a narrower address and take
// lookups on the loopback away from us.
template <class Address>
Fd bound(int type, const Address& address) {
  Fd made(socket(std::is_same_v<Address, sockaddr_in6> ? AF_INET6 : AF_INET,
                 type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!made) sinkhole_cannot("make a socket");
  const int on = 1;
  if constexpr (std::is_same_v<Address, sockaddr_in6>) {
    setsockopt(made.get(), IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
    setsockopt(made.get(), IPPROTO_IPV6, IPV6_FREEBIND, &on, sizeof on);  // to no interface's own
  }
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): the socket API's own idiom
  if (bind(made.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    sinkhole_cannot("bind a socket");
  }
  return made;
}

template <class Address>
Fd listener(const Address& address) {
  Fd made = bound(SOCK_STREAM, address);
  if (listen(made.get(), waiting_connections) != 0) sinkhole_cannot("listen");
  // For the connections it accepts, which inherit this: they must not keep the agent's own servers
  // from the port they were made to.
  const int on = 1;
  setsockopt(made.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  return made;
}

struct Option {
  int level;
  int name;
};

template <class Address>
Fd datagrams(const Address& address, std::array<Option, 2> wanted) {
  Fd made = bound(SOCK_DGRAM, address);
  const int on = 1;
  for (const Option& option : wanted) {
    if (setsockopt(made.get(), option.level, option.name, &on, sizeof on) != 0) {
      sinkhole_cannot("ask where datagrams were sent to");
    }
  }
  // More room makes drops rarer; without it they are counted all the same.
  setsockopt(made.get(), SOL_SOCKET, SO_RCVBUFFORCE, &receive_buffer, sizeof receive_buffer);
  return made;
}

SinkSockets::Family open_ipv4() {
  constexpr std::array<Option, 2> wanted = {{{.level = IPPROTO_IP, .name = IP_PKTINFO},
                                             {.level = IPPROTO_IP, .name = IP_RECVORIGDSTADDR}}};
  return {.tcp = listener(ipv4_address("0.0.0.0", dns_port)),
          .dns = datagrams(ipv4_address("0.0.0.0", dns_port), wanted),
          .udp = datagrams(ipv4_address("198.18.0.1", other_port), wanted)};
}

SinkSockets::Family open_ipv6() {
  constexpr std::array<Option, 2> wanted = {
      {{.level = IPPROTO_IPV6, .name = IPV6_RECVPKTINFO},
       {.level = IPPROTO_IPV6, .name = IPV6_RECVORIGDSTADDR}}};
  return {.tcp = listener(ipv6_address("::", dns_port)),
          .dns = datagrams(ipv6_address("::", dns_port), wanted),
          .udp = datagrams(ipv6_address("2001:db8::1", other_port), wanted)};
}

SteeredSockets steered(const SinkSockets::Family& family) {
  return {.tcp = family.tcp.get(), .dns = family.dns.get(), .udp = family.udp.get()};
}

SinkSockets set_up() {
  route_ipv4();
  // Where IPv6 is off, this fails, and nothing can be sent over it.
  const bool has_ipv6 = ask_for_route(all_addresses_local(AF_INET6)) == 0;
  SinkSockets sockets;
  sockets.ipv4 = open_ipv4();
  if (has_ipv6) sockets.ipv6 = open_ipv6();
  sockets.steering =
      steer(steered(sockets.ipv4), sockets.ipv6 ? steered(*sockets.ipv6) : SteeredSockets());
  return sockets;
}

}  // namespace

SinkSockets open_sink_sockets(pid_t inside) {
  SinkSockets sockets;
  sandbox::in_network_of(inside, [&sockets] { sockets = set_up(); });
  return sockets;
}

std::uint64_t dropped_by_kernel(int socket) {
  std::array<std::uint32_t, SK_MEMINFO_VARS> counts{};
  socklen_t size = sizeof counts;
  if (getsockopt(socket, SOL_SOCKET, SO_MEMINFO, counts.data(), &size) != 0) return 0;
  return counts.at(SK_MEMINFO_DROPS);
}

}  // namespace redcode::evidence
