#include "evidence/connection.h"

#include <algorithm>
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
constexpr std::uint64_t most_sealed = 2 * Connection::most_heard;
// What is not kept is looked through in parts, which share their ends.
constexpr std::size_t part = std::size_t{256} << 10U;
constexpr std::size_t shared_end = 4096;
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

Connection::Connection(std::shared_ptr<Socket> socket, SinkholeContext& context)
    : socket_(std::move(socket)),
      context_(context),
      target_(target_of(meant_for(*socket_), context.names)),
      emulator_(target_.address, target_.port, context.names),
      counts_(!meant_for(*socket_).address().is_loopback()) {}

void Connection::turn_away() {
  announce();
  if (counts_) context_.notes.missed(target_.name(), "content", "too many connections at a time");
}

void Connection::announce() {
  if (std::exchange(announced_, true) || !counts_) return;
  context_.notes.connected(target_);
}

Task<> Connection::attend() {
  // A client that waits for more is told that there is none; what it still sends is taken in until
  // it goes. The socket is shared because this may run late.
  asio::steady_timer limit(socket_->get_executor(), longest);
  limit.async_wait([socket = socket_](error_code aborted) {
    if (!aborted) say_no_more(*socket);
  });
  // Implicit TLS has the greeting inside it.
  if (target_.port != 465) co_await write_all(*socket_, emulator_.greeting());
  co_await receive();
  limit.cancel();
  announce();
  error_code ignored;
  std::ignore = socket_->close(ignored);
}

// An answered request is not the end: bytes behind it are evidence too.
Task<> Connection::receive() {
  std::array<char, 16384> buffer{};
  error_code error;
  while (true) {
    const std::size_t got = co_await socket_->async_read_some(
        asio::buffer(buffer), asio::redirect_error(asio::use_awaitable, error));
    const bool goes_on = take_in(std::string_view(buffer.data(), got));
    if (context_.ending && error && error != asio::error::eof) cut_ = true;
    if (!goes_on || error) co_return;
    co_await search_further(false);
    co_await pass_on();
    if (!answered_) co_await answer();
  }
}

bool Connection::take_in(std::string_view bytes) {
  if (!tls_ || tls_->failed()) return keep(bytes);
  sealed_ += bytes.size();
  if (sealed_ > most_sealed) {
    cut_ = true;
    return false;
  }
  const bool was_open = tls_->opened();
  const std::string words = tls_->hear(bytes);
  if (!tls_->opened())
    return keep(bytes);  // as long as it is not open, what is sent is all we have
  if (!was_open) {
    hello_ = std::exchange(bytes_, {});
    heard_ = 0;
    target_.transport = "tls";
    announce();
    tls_->say(emulator_.greeting());
  }
  return keep(words);
}

// What there is no room for is looked through all the same.
bool Connection::keep(std::string_view bytes) {
  heard_ += bytes.size();
  std::string_view kept = cut_ ? "" : bytes.substr(0, most_bytes - bytes_.size());
  if (!context_.notes.make_room(kept.size())) kept = "";
  bytes_ += kept;
  if (kept.size() == bytes.size()) return true;
  if (!std::exchange(cut_, true)) {
    further_ = bytes_.substr(bytes_.size() - std::min(bytes_.size(), shared_end));
  }
  further_ += bytes.substr(kept.size());
  return heard_ <= most_heard;
}

Task<> Connection::search_further(bool to_the_end) {
  if (further_.empty() || (!to_the_end && further_.size() < part)) co_return;
  std::string now = std::exchange(further_, {});
  further_ = now.substr(now.size() - std::min(now.size(), shared_end));
  if (counts_) co_await context_.notes.look_further(std::move(now), target_.name());
}

void Connection::note_mail() {
  for (const LineServer::Mail& mail : emulator_.take_mail()) {
    for (const std::string& recipient : mail.recipients) {
      context_.notes.saw(
          record::MailSent{.recipient = recipient, .host = target_.name(), .size = mail.size});
    }
  }
}

// Sends what TLS itself has to say.
Task<> Connection::pass_on() {
  if (!tls_) co_return;
  co_await write_all(*socket_, tls_->to_send());
  if (!tls_->failed() || answered_) co_return;
  answered_ = true;
  say_no_more(*socket_);
}

Task<> Connection::answer() {
  if (tls_ && !tls_->opened()) co_return;
  const ProtocolEmulator::Answer next = emulator_.answer(bytes_);
  if (next.open_tls && !tls_) co_return co_await open_tls();
  note_mail();
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

Task<> Connection::open_tls() {
  const std::string named = server_name(bytes_);
  // The client's own word counts least, and excuses nothing.
  if (target_.host.empty() && context_.notes.may_be_called(named)) target_.host = named;
  if (!context_.authority) {
    co_await write_all(*socket_, std::string(no_tls));
    answered_ = true;
    say_no_more(*socket_);
    co_return;
  }
  const std::string& certified = named.empty() ? target_.address : named;
  tls_.emplace(context_.tls, context_.authority->leaf(certified));
  emulator_ =
      ProtocolEmulator(target_.address, target_.port, context_.names);  // for what is said inside
  sealed_ = bytes_.size();
  tls_->hear(bytes_);
  co_await pass_on();
}

Task<> Connection::note() {
  if (!counts_ || (!cut_ && emulator_.only_lookups(bytes_.size()))) co_return;
  // A name of a secret can be told to the network before anything is enciphered.
  if (!hello_.empty()) co_await context_.notes.look_for_canaries(hello_, target_.name());
  if (cut_) {
    context_.notes.missed(target_.name(), "content",
                          "not all of what was sent over a connection could be kept");
  }
  if (heard_ > 0) co_await context_.notes.sent(target_, std::move(bytes_), heard_);
  co_await search_further(true);
}

}  // namespace redcode::evidence
