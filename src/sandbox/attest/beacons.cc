#include "sandbox/attest/beacons.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "base/failure.h"
#include "base/random.h"

namespace redcode::attest {
namespace {

// Where to listen, in the shape the kernel wants it.
struct Place {
  sockaddr_storage address{};
  socklen_t size = 0;
};

template <class Address>
Place place_of(const Address& address, std::size_t size = sizeof(Address)) {
  Place place{.size = static_cast<socklen_t>(size)};
  std::memcpy(&place.address, &address, sizeof(Address));
  return place;
}

// sockaddr is the kernel's own union of all addresses.
const sockaddr* as_sockaddr(const Place& place) {
  return reinterpret_cast<const sockaddr*>(&place.address);
}

// Nothing when that cannot be done here.
Fd listen_at(const Place& place) {
  Fd listener(::socket(place.address.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!listener || ::bind(listener.get(), as_sockaddr(place), place.size) != 0) return {};
  if (::listen(listener.get(), 1) != 0) return {};
  return listener;
}

std::uint16_t port_of(const Fd& listener) {
  sockaddr_in address{};
  socklen_t size = sizeof address;
  if (::getsockname(listener.get(), reinterpret_cast<sockaddr*>(&address), &size) != 0) return 0;
  return ntohs(address.sin_port);
}

Place loopback() {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return place_of(address);
}

Place loopback_v6(std::uint16_t port) {
  sockaddr_in6 address{};
  address.sin6_family = AF_INET6;
  address.sin6_addr = in6addr_loopback;
  address.sin6_port = htons(port);
  return place_of(address);
}

// Abstract names begin with a zero byte and are as long as they are said to be.
Place abstract(std::string_view name) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::ranges::copy(name, &address.sun_path[1]);
  return place_of(address, offsetof(sockaddr_un, sun_path) + 1 + name.size());
}

}  // namespace

Beacons::Beacons()
    : folder_("attest"),
      socket_name_("redcode-attest-" + random_token(16)),
      loopback_(listen_at(loopback())) {
  if (loopback_) port_ = port_of(loopback_);
  loopback_v6_ = listen_at(loopback_v6(port_));
  abstract_ = listen_at(abstract(socket_name_));
  if (port_ == 0 || !abstract_) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("cannot listen on this host's loopback: {}", std::strerror(errno)));
  }
}

}  // namespace redcode::attest
