#include "evidence/sinkhole.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <cstring>
#include <tuple>
#include <utility>

#include "base/text.h"

namespace redcode::evidence {
namespace {

using namespace std::chrono_literals;

const std::string observer = "network";
constexpr std::size_t head_bytes = 512;
constexpr auto grace = 200ms;

constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";
constexpr std::string_view fine =
    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 3\r\nConnection: close\r\n\r\n";
constexpr std::string_view fine_body = "ok\n";
// An alert record: fatal, handshake failure. Clients end at once instead of waiting for us.
constexpr std::string_view no_tls("\x15\x03\x01\x00\x02\x02\x28", 7);

std::string text_of(const asio::ip::address& address) {
  if (address.is_v6() && address.to_v6().is_v4_mapped()) {
    return asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6()).to_string();
  }
  return address.to_string();
}

bool readable(int fd) {
  pollfd wanted{.fd = fd, .events = POLLIN};
  return poll(&wanted, 1, 0) > 0;
}

Task<> write_all(asio::ip::tcp::socket& socket, std::string_view bytes) {
  boost::system::error_code error;  // the client may be gone: its loss
  co_await asio::async_write(socket, asio::buffer(bytes),
                             asio::redirect_error(asio::use_awaitable, error));
}

Task<> answer_http(asio::ip::tcp::socket& socket, std::string_view request) {
  std::string answer(fine);
  if (!request.starts_with("HEAD ")) answer += fine_body;
  co_await write_all(socket, answer);
}

// What goes wrong while closing tells nothing we need.
template <class Closable>
void close_quietly(Closable& socket) {
  boost::system::error_code ignored;
  std::ignore = socket.close(ignored);
}

void say_no_more(asio::ip::tcp::socket& socket) {
  boost::system::error_code ignored;
  std::ignore = socket.shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
}

// One datagram with the address it was sent to, which the answer must come from.
struct Datagram {
  std::string bytes = std::string(65536, '\0');
  std::array<char, 256> control{};
  sockaddr_in sender{};
  iovec part{};
  msghdr message{};

  Datagram() { reset(bytes.data(), bytes.size()); }
  void reset(void* data, std::size_t size) {
    part = {.iov_base = data, .iov_len = size};
    message.msg_name = &sender;
    message.msg_namelen = sizeof sender;
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (message.msg_control == nullptr) {
      message.msg_control = control.data();
      message.msg_controllen = control.size();
    }
  }
};

// The address a datagram was sent to.
std::string meant_for(msghdr& message) {
  for (cmsghdr* one = CMSG_FIRSTHDR(&message); one != nullptr; one = CMSG_NXTHDR(&message, one)) {
    if (one->cmsg_level != IPPROTO_IP || one->cmsg_type != IP_PKTINFO) continue;
    in_pktinfo info{};
    std::memcpy(&info, CMSG_DATA(one), sizeof info);
    return asio::ip::address_v4(ntohl(info.ipi_addr.s_addr)).to_string();
  }
  return {};
}

// Turns the received "was sent to" into the answer's "send from".
void answer_from_there(msghdr& message) {
  for (cmsghdr* one = CMSG_FIRSTHDR(&message); one != nullptr; one = CMSG_NXTHDR(&message, one)) {
    if (one->cmsg_level != IPPROTO_IP || one->cmsg_type != IP_PKTINFO) continue;
    in_pktinfo info{};
    std::memcpy(&info, CMSG_DATA(one), sizeof info);
    info.ipi_spec_dst = info.ipi_addr;
    info.ipi_ifindex = 0;
    std::memcpy(CMSG_DATA(one), &info, sizeof info);
  }
}

}  // namespace

// One connection: where it was meant to go and what came over it.
struct Sinkhole::Visit {
  std::shared_ptr<Socket> socket;
  std::string host;
  std::string address;
  std::uint16_t port = 0;
  std::string bytes = {};
};

Sinkhole::Sinkhole(const asio::any_io_executor& executor, SinkSockets sockets,
                   const Canaries& canaries, Ledger& ledger)
    : canaries_(&canaries),
      ledger_(&ledger),
      http_(executor),
      https_(executor),
      dns_(executor),
      scope_(executor) {
  const auto tcp = sockets.ipv6 ? asio::ip::tcp::v6() : asio::ip::tcp::v4();
  http_.assign(tcp, sockets.http.release());
  https_.assign(tcp, sockets.https.release());
  dns_.assign(asio::ip::udp::v4(), sockets.dns.release());
}

Task<std::unique_ptr<Sinkhole>> Sinkhole::open(pid_t inside, const Canaries& canaries,
                                               Ledger& ledger) {
  const auto executor = co_await asio::this_coro::executor;
  auto sinkhole = std::make_unique<Sinkhole>(executor, open_sink_sockets(inside), canaries, ledger);
  sinkhole->start();
  ledger.opened(observer);
  co_return sinkhole;
}

void Sinkhole::start() {
  scope_.spawn(answer_names());
  scope_.spawn(accept_on(http_));
  scope_.spawn(accept_on(https_));
}

void Sinkhole::saw(record::Fact fact) {
  if (ledger_ != nullptr) ledger_->saw(observer, std::move(fact));
}

void Sinkhole::lost() {
  if (ledger_ != nullptr) ledger_->lost(observer);
}

void Sinkhole::note_canaries(std::string_view bytes, const std::string& where) {
  if (ledger_ == nullptr) return;
  for (const CanaryHit& hit : canaries_->find(bytes)) {
    saw(record::CanarySeen{
        .canary = hit.canary, .place = "network", .where = where, .encoding = hit.encoding});
  }
}

Task<> Sinkhole::answer_names() {
  boost::system::error_code error;
  while (dns_.is_open()) {
    co_await dns_.async_wait(asio::ip::udp::socket::wait_read,
                             asio::redirect_error(asio::use_awaitable, error));
    if (error) co_return;
    answer_name();
  }
}

void Sinkhole::answer_name() {
  Datagram datagram;
  const ssize_t size = recvmsg(dns_.native_handle(), &datagram.message, MSG_DONTWAIT);
  if (size < 0) return;
  const std::string packet(datagram.bytes.data(), static_cast<std::size_t>(size));
  if ((static_cast<unsigned>(datagram.message.msg_flags) & MSG_TRUNC) != 0) lost();
  const std::optional<DnsQuestion> question = read_question(packet);
  if (!question) return note_in_packet(packet, "", meant_for(datagram.message));
  const std::string name = lower(valid_utf8(question->name));
  if (!names_.knows(name)) saw(record::NameLookedUp{.host = name});
  // The whole packet, not the name alone: a query has room for more.
  note_in_packet(packet, question->name, name);
  const std::optional<std::uint32_t> address = names_.address_of(name);
  if (!address) lost();

  const bool wants_ipv4 = question->type == DnsQuestion::ipv4;
  std::string answer = dns_answer(packet, *question, wants_ipv4 ? address : std::nullopt);
  datagram.reset(answer.data(), answer.size());
  answer_from_there(datagram.message);
  datagram.message.msg_flags = 0;
  sendmsg(dns_.native_handle(), &datagram.message, MSG_DONTWAIT | MSG_NOSIGNAL);
}

void Sinkhole::note_in_packet(const std::string& packet, const std::string& name,
                              const std::string& where) {
  // Long secrets are cut into labels to be smuggled out in a name: look at it without the dots too.
  std::string joined = name;
  std::erase(joined, '.');
  for (const std::string_view text :
       {std::string_view(packet), std::string_view(name), std::string_view(joined)}) {
    for (const CanaryHit& hit : canaries_->find(text)) {
      if (!named_.insert(hit.canary + ' ' + where).second) continue;
      saw(record::CanarySeen{
          .canary = hit.canary, .place = "network", .where = where, .encoding = hit.encoding});
    }
  }
}

Task<> Sinkhole::accept_on(Acceptor& acceptor) {
  boost::system::error_code error;
  while (acceptor.is_open()) {
    Socket socket =
        co_await acceptor.async_accept(asio::redirect_error(asio::use_awaitable, error));
    if (error == asio::error::operation_aborted) co_return;
    if (!error) {
      admit(std::move(socket));
      continue;
    }
    lost();
    // Out of descriptors, most likely: give others the time to return some.
    asio::steady_timer pause(acceptor.get_executor(), 20ms);
    co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, error));
  }
}

void Sinkhole::admit(Socket socket) {
  auto visitor = std::make_shared<Socket>(std::move(socket));
  if (visitors_.size() >= most_connections) {
    greet(visitor);
    lost();
    return;
  }
  scope_.spawn(serve(visitors_.insert(visitors_.end(), std::move(visitor))));
}

Sinkhole::Visit Sinkhole::greet(const std::shared_ptr<Socket>& socket) {
  boost::system::error_code gone;
  const auto meant_for = socket->local_endpoint(gone);
  Visit visit{.socket = socket,
              .host = {},
              .address = gone ? "" : text_of(meant_for.address()),
              .port = gone ? std::uint16_t{0} : meant_for.port()};
  visit.host = names_.name_of(visit.address);
  saw(record::Connected{.host = visit.host, .address = visit.address, .port = visit.port});
  return visit;
}

Task<> Sinkhole::serve(Sockets::iterator place) {
  Visit visit = greet(*place);
  // A client that waits for more is told that there is none; what it still sends is taken in until
  // it goes. The socket is shared because this may run late.
  asio::steady_timer limit(visit.socket->get_executor(), longest_connection);
  limit.async_wait([socket = visit.socket](boost::system::error_code aborted) {
    if (!aborted) say_no_more(*socket);
  });
  co_await receive(visit);
  limit.cancel();
  note_bytes(visit);
  close_quietly(*visit.socket);
  visitors_.erase(place);
}

// Reads until the client goes or it is too much. An answered request is not the end: bytes behind
// it are evidence too.
Task<> Sinkhole::receive(Visit& visit) {
  RequestFraming framing;
  std::array<char, 16384> buffer{};
  boost::system::error_code error;
  bool answered = false;
  while (true) {
    const std::size_t got = co_await visit.socket->async_read_some(
        asio::buffer(buffer), asio::redirect_error(asio::use_awaitable, error));
    visit.bytes.append(buffer.data(), got);
    if (visit.bytes.size() > most_bytes) {
      visit.bytes.resize(most_bytes);
      lost();
      co_return;
    }
    if (error) co_return;
    if (answered) continue;
    answered = co_await respond(visit, framing.look(visit.bytes));
    if (answered) say_no_more(*visit.socket);
  }
}

Task<bool> Sinkhole::respond(Visit& visit, RequestFraming::Next next) {
  using Next = RequestFraming::Next;
  if (next == Next::say_continue) co_await write_all(*visit.socket, go_on);
  if (next == Next::answer_http) co_await answer_http(*visit.socket, visit.bytes);
  if (next == Next::refuse_tls) {
    const std::string named = server_name(visit.bytes);
    if (visit.host.empty()) visit.host = named;  // the client's own word counts least
    co_await write_all(*visit.socket, no_tls);
  }
  co_return next == Next::answer_http || next == Next::refuse_tls;
}

void Sinkhole::note_bytes(const Visit& visit) {
  if (ledger_ == nullptr || visit.bytes.empty()) return;
  kept_ += visit.bytes.size();
  if (kept_ > most_kept) return lost();
  saw(record::DataSent{.host = visit.host,
                       .address = visit.address,
                       .port = visit.port,
                       .size = visit.bytes.size(),
                       .digest = ledger_->keep(visit.bytes),
                       .head = valid_utf8(std::string_view(visit.bytes).substr(0, head_bytes))});
  note_canaries(visit.bytes, visit.host.empty() ? visit.address : visit.host);
}

bool Sinkhole::busy() {
  return !visitors_.empty() || readable(http_.native_handle()) ||
         readable(https_.native_handle()) || readable(dns_.native_handle());
}

void Sinkhole::end_sockets() {
  close_quietly(http_);
  close_quietly(https_);
  close_quietly(dns_);
  for (const std::shared_ptr<Socket>& visitor : visitors_) close_quietly(*visitor);
}

Task<> Sinkhole::close() {
  const auto executor = co_await asio::this_coro::executor;
  const auto deadline = std::chrono::steady_clock::now() + grace;
  while (busy() && std::chrono::steady_clock::now() < deadline) {
    asio::steady_timer pause(executor, 1ms);
    co_await pause.async_wait(asio::use_awaitable);
  }
  if (busy()) lost();  // the senders are dead, so what is not here by now was cut off
  end_sockets();
  co_await scope_.join();
  ledger_->closed(observer);
}

Task<> Sinkhole::wind_down(std::unique_ptr<Sinkhole> sinkhole) { co_await sinkhole->scope_.join(); }

void Sinkhole::abandon(std::unique_ptr<Sinkhole> sinkhole) {
  if (!sinkhole) return;
  sinkhole->ledger_ = nullptr;
  sinkhole->end_sockets();
  const auto executor = sinkhole->dns_.get_executor();
  // Its children end at once, on the thread that runs the tasks; nobody is left to wait for them.
  asio::co_spawn(executor, wind_down(std::move(sinkhole)), [](const std::exception_ptr&) {});
}

}  // namespace redcode::evidence
