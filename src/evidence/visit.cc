#include "evidence/visit.h"

#include <array>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <tuple>
#include <utility>

#include "base/failure.h"

namespace redcode::evidence {
namespace {

using boost::system::error_code;

// Of what came over TLS, counting what holds no words.
constexpr std::size_t most_sealed = 2 * Visit::most_bytes;
constexpr char tls_handshake = '\x16';
// An alert record: fatal, handshake failure. Clients end at once instead of waiting for us.
constexpr std::string_view no_tls("\x15\x03\x01\x00\x02\x02\x28", 7);

Task<> write_all(asio::ip::tcp::socket& socket, std::string bytes) {
  if (bytes.empty()) co_return;
  error_code error;  // the client may be gone: its loss
  co_await asio::async_write(socket, asio::buffer(bytes),
                             asio::redirect_error(asio::use_awaitable, error));
}

void say_no_more(asio::ip::tcp::socket& socket) {
  error_code ignored;
  std::ignore = socket.shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
}

asio::ip::tcp::endpoint meant_for(const asio::ip::tcp::socket& socket) {
  error_code gone;
  auto endpoint = socket.local_endpoint(gone);
  return gone ? asio::ip::tcp::endpoint() : endpoint;
}

NetworkNotes::Target target_of(const asio::ip::tcp::endpoint& endpoint, const NameServer& names) {
  const std::string address = endpoint.address().to_string();
  return {.host = names.name_of(address), .address = address, .port = endpoint.port()};
}

}  // namespace

Visit::Visit(std::shared_ptr<Socket> socket, Reception& reception)
    : socket_(std::move(socket)),
      reception_(reception),
      target_(target_of(meant_for(*socket_), reception.names)),
      manners_(target_.address, target_.port, reception.names),
      counts_(!meant_for(*socket_).address().is_loopback()) {}

void Visit::turn_away() { announce(); }

void Visit::announce() {
  if (std::exchange(announced_, true) || !counts_) return;
  reception_.notes.connected(target_);
}

Task<> Visit::attend() {
  // A client that waits for more is told that there is none; what it still sends is taken in until
  // it goes. The socket is shared because this may run late.
  asio::steady_timer limit(socket_->get_executor(), longest);
  limit.async_wait([socket = socket_](error_code aborted) {
    if (!aborted) say_no_more(*socket);
  });
  // Implicit TLS has the greeting inside it.
  if (target_.port != 465) co_await write_all(*socket_, manners_.greeting());
  co_await receive();
  limit.cancel();
  announce();
  error_code ignored;
  std::ignore = socket_->close(ignored);
}

// An answered request is not the end: bytes behind it are evidence too.
Task<> Visit::receive() {
  std::array<char, 16384> buffer{};
  error_code error;
  while (true) {
    const std::size_t got = co_await socket_->async_read_some(
        asio::buffer(buffer), asio::redirect_error(asio::use_awaitable, error));
    if (!take_in(std::string_view(buffer.data(), got)) || error) co_return;
    co_await pass_on();
    if (!answered_) co_await answer();
  }
}

bool Visit::take_in(std::string_view bytes) {
  if (!tls_ || tls_->failed()) return keep(bytes);
  sealed_ += bytes.size();
  if (sealed_ > most_sealed) {
    reception_.notes.lost();
    return false;
  }
  const bool was_open = tls_->opened();
  const std::string words = tls_->hear(bytes);
  if (!tls_->opened())
    return keep(bytes);  // as long as it is not open, what is sent is all we have
  if (!was_open) {
    hello_ = std::exchange(bytes_, {});
    target_.transport = "tls";
    announce();
    tls_->say(manners_.greeting());
  }
  return keep(words);
}

bool Visit::keep(std::string_view bytes) {
  const std::size_t room = most_bytes - bytes_.size();
  const std::string_view kept = bytes.substr(0, room);
  if (!reception_.notes.make_room(kept.size())) return false;
  bytes_ += kept;
  if (kept.size() < bytes.size()) reception_.notes.lost();
  return kept.size() == bytes.size();
}

// Sends what TLS itself has to say.
Task<> Visit::pass_on() {
  if (!tls_) co_return;
  co_await write_all(*socket_, tls_->to_send());
  if (!tls_->failed() || answered_) co_return;
  answered_ = true;
  say_no_more(*socket_);
}

Task<> Visit::answer() {
  if (tls_ && !tls_->opened()) co_return;
  const Manners::Answer next = manners_.answer(bytes_);
  if (next.open_tls && !tls_) co_return co_await open_tls();
  const bool may_be_tls = !tls_ && !bytes_.empty() && bytes_[0] == tls_handshake;
  if (!bytes_.empty() && !may_be_tls) announce();
  if (tls_) {
    tls_->say(next.bytes);
    if (next.last) tls_->say_no_more();
    co_await write_all(*socket_, tls_->to_send());
  } else {
    co_await write_all(*socket_, next.bytes);
  }
  answered_ = next.last;
  if (answered_) say_no_more(*socket_);
}

Task<> Visit::open_tls() {
  const std::string named = server_name(bytes_);
  if (target_.host.empty()) target_.host = named;  // the client's own word counts least
  if (!reception_.authority) {
    co_await write_all(*socket_, std::string(no_tls));
    answered_ = true;
    say_no_more(*socket_);
    co_return;
  }
  const std::string& certified = named.empty() ? target_.address : named;
  tls_.emplace(reception_.tls, reception_.authority->leaf(certified));
  manners_ = Manners(target_.address, target_.port, reception_.names);  // for what is said inside
  sealed_ = bytes_.size();
  tls_->hear(bytes_);
  co_await pass_on();
}

Task<> Visit::note() {
  if (!counts_ || manners_.only_lookups(bytes_.size())) co_return;
  // A name of a secret can be told to the network before anything is enciphered.
  if (!hello_.empty()) co_await reception_.notes.look_for_canaries(hello_, target_.name());
  if (!bytes_.empty()) co_await reception_.notes.sent(target_, std::move(bytes_));
}

}  // namespace redcode::evidence
