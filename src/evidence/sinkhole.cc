#include "evidence/sinkhole.h"

#include <poll.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <tuple>
#include <utility>

#include "evidence/observer.h"

namespace redcode::evidence {
namespace {

using namespace std::chrono_literals;

constexpr auto grace = 2s;

bool readable(int fd) {
  pollfd wanted{.fd = fd, .events = POLLIN};
  return poll(&wanted, 1, 0) > 0;
}

// What goes wrong while closing tells nothing we need.
template <class Closable>
void close_quietly(Closable& socket) {
  boost::system::error_code ignored;
  std::ignore = socket.close(ignored);
}

}  // namespace

Sinkhole::Sinkhole(const asio::any_io_executor& executor, SinkSockets sockets,
                   const Canaries& canaries, Ledger& ledger,
                   std::shared_ptr<const sandbox::Authority> authority)
    : steering_(std::move(sockets.steering)),
      notes_(executor, canaries, ledger),
      names_(notes_, sockets.ipv6.has_value()),
      datagrams_(notes_, names_),
      context_{.notes = notes_, .names = names_, .tls = tls_, .authority = std::move(authority)},
      scope_(executor) {
  const auto adopt = [&](SinkSockets::Family& family, const auto& tcp, const auto& udp) {
    acceptors_.emplace_back(executor, tcp, family.tcp.release());
    datagram_sockets_.emplace_back(executor, udp, family.dns.release());
    datagram_sockets_.emplace_back(executor, udp, family.udp.release());
  };
  adopt(sockets.ipv4, asio::ip::tcp::v4(), asio::ip::udp::v4());
  if (sockets.ipv6) adopt(*sockets.ipv6, asio::ip::tcp::v6(), asio::ip::udp::v6());
}

Task<std::unique_ptr<Sinkhole>> Sinkhole::open(
    pid_t inside, const Canaries& canaries, Ledger& ledger,
    std::shared_ptr<const sandbox::Authority> authority) {
  const auto executor = co_await asio::this_coro::executor;
  auto sinkhole = std::make_unique<Sinkhole>(executor, open_sink_sockets(inside), canaries, ledger,
                                             std::move(authority));
  sinkhole->start();
  sinkhole->notes_.opened();
  co_return sinkhole;
}

void Sinkhole::start() {
  for (Acceptor& acceptor : acceptors_) scope_.spawn(accept_on(acceptor));
  for (DatagramSocket& socket : datagram_sockets_) scope_.spawn(datagrams_.take_in(socket));
}

Task<> Sinkhole::accept_on(Acceptor& acceptor) {
  boost::system::error_code error;
  while (acceptor.is_open()) {
    Connection::Socket socket =
        co_await acceptor.async_accept(asio::redirect_error(asio::use_awaitable, error));
    if (error == asio::error::operation_aborted) co_return;
    if (!error) {
      admit(std::move(socket));
      continue;
    }
    notes_.lost();
    // Out of descriptors, most likely: give others the time to return some.
    asio::steady_timer pause(acceptor.get_executor(), 20ms);
    co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, error));
  }
}

void Sinkhole::admit(Connection::Socket socket) {
  auto visitor = std::make_shared<Connection::Socket>(std::move(socket));
  if (visitors_.size() >= most_connections) {
    return Connection(visitor, context_).turn_away();
  }
  scope_.spawn(serve(visitors_.insert(visitors_.end(), std::move(visitor))));
}

Task<> Sinkhole::serve(Visitors::iterator place) {
  Connection visit(*place, context_);
  co_await visit.attend();
  visitors_.erase(place);
  co_await visit.note();
}

bool Sinkhole::anything_waits() {
  const auto waiting = [](auto& socket) { return readable(socket.native_handle()); };
  return std::ranges::any_of(acceptors_, waiting) ||
         std::ranges::any_of(datagram_sockets_, waiting);
}

void Sinkhole::count_drops() {
  for (Acceptor& one : acceptors_) notes_.lost(dropped_by_kernel(one.native_handle()));
  for (DatagramSocket& one : datagram_sockets_) notes_.lost(dropped_by_kernel(one.native_handle()));
}

void Sinkhole::end_sockets() {
  for (Acceptor& one : acceptors_) close_quietly(one);
  for (DatagramSocket& one : datagram_sockets_) close_quietly(one);
  for (const std::shared_ptr<Connection::Socket>& visitor : visitors_) close_quietly(*visitor);
  steering_ = Fd();
}

Task<> Sinkhole::close() {
  const auto executor = co_await asio::this_coro::executor;
  const auto deadline = std::chrono::steady_clock::now() + grace;
  while ((!visitors_.empty() || anything_waits()) && std::chrono::steady_clock::now() < deadline) {
    asio::steady_timer pause(executor, 1ms);
    co_await pause.async_wait(asio::use_awaitable);
  }
  // The senders are dead: what is not here by now is cut off.
  if (anything_waits()) notes_.lost();
  context_.ending = true;
  count_drops();
  end_sockets();
  co_await scope_.join();
  co_await datagrams_.close();
  co_await names_.close();
  notes_.closed();
}

Task<> Sinkhole::wind_down(std::unique_ptr<Sinkhole> sinkhole) { co_await sinkhole->scope_.join(); }

void Sinkhole::abandon(std::unique_ptr<Sinkhole> sinkhole) {
  if (!sinkhole) return;
  sinkhole->notes_.forget();
  sinkhole->end_sockets();
  const auto executor = sinkhole->acceptors_.front().get_executor();
  // Its children end at once, on the thread that runs the tasks; nobody is left to wait for them.
  asio::co_spawn(executor, wind_down(std::move(sinkhole)), [](const std::exception_ptr&) {});
}

namespace {

class NetworkObserver final : public Observer {
 public:
  NetworkObserver(const sandbox::HostView& host_view, const Canaries& canaries, Ledger& ledger)
      : host_view_(host_view), canaries_(canaries), ledger_(ledger) {}
  NetworkObserver(NetworkObserver&&) = delete;
  NetworkObserver& operator=(NetworkObserver&&) = delete;
  NetworkObserver(const NetworkObserver&) = delete;
  NetworkObserver& operator=(const NetworkObserver&) = delete;
  ~NetworkObserver() override { Sinkhole::abandon(std::move(sinkhole_)); }

  Task<> open() override {
    sinkhole_ = co_await Sinkhole::open(host_view_.init, canaries_, ledger_, host_view_.authority);
  }
  Task<> close() override {
    co_await sinkhole_->close();
    sinkhole_.reset();
  }

 private:
  const sandbox::HostView& host_view_;
  const Canaries& canaries_;
  Ledger& ledger_;
  std::unique_ptr<Sinkhole> sinkhole_;
};

}  // namespace

std::unique_ptr<Observer> watch_network(const sandbox::HostView& host_view,
                                        const Canaries& canaries, Ledger& ledger) {
  return std::make_unique<NetworkObserver>(host_view, canaries, ledger);
}

}  // namespace redcode::evidence
