#include "evidence/datagrams.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cstring>
#include <optional>

namespace redcode::evidence {
namespace {

// One datagram: where it came from and which address and port it was sent to.
struct Datagram {
  sockaddr_storage from{};
  socklen_t from_size = sizeof(sockaddr_storage);
  sockaddr_storage to{};
  bool whole = true;
  std::string bytes;
};

template <class Value>
Value value_of(cmsghdr* one) {
  Value value{};
  std::memcpy(&value, CMSG_DATA(one), sizeof value);
  return value;
}

void note_target(Datagram& datagram, cmsghdr* one) {
  if (one->cmsg_level == IPPROTO_IP && one->cmsg_type == IP_ORIGDSTADDR) {
    const auto to = value_of<sockaddr_in>(one);
    std::memcpy(&datagram.to, &to, sizeof to);
  }
  if (one->cmsg_level == IPPROTO_IPV6 && one->cmsg_type == IPV6_ORIGDSTADDR) {
    const auto to = value_of<sockaddr_in6>(one);
    std::memcpy(&datagram.to, &to, sizeof to);
  }
}

std::optional<Datagram> receive(int socket, std::string& buffer) {
  Datagram datagram;
  alignas(cmsghdr) std::array<char, 256> control{};
  iovec part{.iov_base = buffer.data(), .iov_len = buffer.size()};
  msghdr message{.msg_name = &datagram.from,
                 .msg_namelen = sizeof datagram.from,
                 .msg_iov = &part,
                 .msg_iovlen = 1,
                 .msg_control = control.data(),
                 .msg_controllen = control.size()};
  const ssize_t size = recvmsg(socket, &message, MSG_DONTWAIT);
  if (size < 0) return std::nullopt;
  datagram.from_size = message.msg_namelen;
  datagram.whole = (static_cast<unsigned>(message.msg_flags) & MSG_TRUNC) == 0;
  datagram.bytes = buffer.substr(0, static_cast<std::size_t>(size));
  for (cmsghdr* one = CMSG_FIRSTHDR(&message); one != nullptr; one = CMSG_NXTHDR(&message, one)) {
    note_target(datagram, one);
  }
  return datagram;
}

template <class Value>
void put(msghdr& message, int level, int type, const Value& value) {
  message.msg_controllen = CMSG_SPACE(sizeof value);
  cmsghdr* one = CMSG_FIRSTHDR(&message);
  one->cmsg_level = level;
  one->cmsg_type = type;
  one->cmsg_len = CMSG_LEN(sizeof value);
  std::memcpy(CMSG_DATA(one), &value, sizeof value);
}

template <class Address>
Address as(const sockaddr_storage& storage) {
  Address address{};
  std::memcpy(&address, &storage, sizeof address);
  return address;
}

// From the address that was asked: no client takes an answer from another.
void answer(int socket, Datagram& datagram, std::string bytes) {
  alignas(cmsghdr) std::array<char, 256> control{};
  iovec part{.iov_base = bytes.data(), .iov_len = bytes.size()};
  msghdr message{.msg_name = &datagram.from,
                 .msg_namelen = datagram.from_size,
                 .msg_iov = &part,
                 .msg_iovlen = 1,
                 .msg_control = control.data(),
                 .msg_controllen = control.size()};
  if (datagram.to.ss_family == AF_INET6) {
    const in6_pktinfo from{.ipi6_addr = as<sockaddr_in6>(datagram.to).sin6_addr, .ipi6_ifindex = 0};
    put(message, IPPROTO_IPV6, IPV6_PKTINFO, from);
  } else {
    const in_pktinfo from{
        .ipi_ifindex = 0, .ipi_spec_dst = as<sockaddr_in>(datagram.to).sin_addr, .ipi_addr = {}};
    put(message, IPPROTO_IP, IP_PKTINFO, from);
  }
  sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
}

std::pair<std::string, std::uint16_t> target_of(const sockaddr_storage& to) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (to.ss_family == AF_INET6) {
    const auto address = as<sockaddr_in6>(to);
    inet_ntop(AF_INET6, &address.sin6_addr, text.data(), text.size());
    return {text.data(), ntohs(address.sin6_port)};
  }
  const auto address = as<sockaddr_in>(to);
  inet_ntop(AF_INET, &address.sin_addr, text.data(), text.size());
  return {text.data(), ntohs(address.sin_port)};
}

bool is_loopback(const std::string& address) {
  return address == "::1" || address.starts_with("127.");
}

}  // namespace

Task<> Datagrams::take_in(asio::ip::udp::socket& socket) {
  boost::system::error_code error;
  while (socket.is_open()) {
    co_await socket.async_wait(asio::ip::udp::socket::wait_read,
                               asio::redirect_error(asio::use_awaitable, error));
    if (error) co_return;
    take_one(socket.native_handle());
  }
}

void Datagrams::take_one(int socket) {
  std::optional<Datagram> datagram = receive(socket, buffer_);
  if (!datagram) return;
  if (!datagram->whole) notes_.lost();
  const Target target = target_of(datagram->to);
  if (target.second == dns_port) {
    if (std::optional<NameServer::Answer> reply = names_.answer(datagram->bytes)) {
      answer(socket, *datagram, std::move(reply->bytes));
      if (reply->plain) return;
    }
  }
  // On the loopback only the name server is ours; what is no query reached nobody.
  if (!is_loopback(target.first)) keep(target, datagram->bytes);
}

void Datagrams::keep(const Target& target, const std::string& bytes) {
  const auto known = sent_.find(target);
  if (known == sent_.end() && sent_.size() >= most_targets) {
    return notes_.missed(target.first, "", "datagrams were sent to too many places");
  }
  Sent& sent = sent_[target];
  sent.size += bytes.size();
  if (sent.bytes.size() + bytes.size() <= most_bytes && notes_.make_room(bytes.size())) {
    sent.bytes += bytes;
    return;
  }
  const std::string host = names_.name_of(target.first);
  const std::string& where = host.empty() ? target.first : host;
  notes_.missed(where, "content", "not all of what was sent in datagrams could be kept");
  searched_ += bytes.size();
  if (searched_ <= most_searched) notes_.look_for_canaries_in_packet(bytes, where);
}

Task<> Datagrams::close() {
  const std::map<Target, Sent> all = std::exchange(sent_, {});
  for (const auto& [target, sent] : all) {
    const NetworkNotes::Target known{.host = names_.name_of(target.first),
                                     .address = target.first,
                                     .port = target.second,
                                     .transport = "udp"};
    co_await notes_.sent(known, sent.bytes, sent.size);
  }
}

}  // namespace redcode::evidence
