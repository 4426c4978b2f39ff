#include "sandbox/bridge.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <list>
#include <tuple>
#include <utility>

#include "base/failure.h"
#include "base/fd.h"
#include "base/scope.h"
#include "base/semaphore.h"
#include "sandbox/network_namespace.h"

namespace redcode::sandbox {
namespace {

using namespace std::chrono_literals;
using asio::ip::tcp;
using boost::system::error_code;

constexpr int waiting_connections = 128;
constexpr std::size_t buffer_size = std::size_t{16} << 10U;

[[noreturn]] void cannot_listen(std::uint16_t port) {
  fail_with_errno(fmt::format("the bridge cannot listen on port {}", port));
}

// In the calling thread's network. No SO_REUSEADDR: nobody inside may listen there too.
Fd listen_on(std::uint16_t port) {
  Fd listener(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const sockaddr_in address{.sin_family = AF_INET,
                            .sin_port = htons(port),
                            .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): the socket API's own idiom
  const auto* plain = reinterpret_cast<const sockaddr*>(&address);
  if (!listener || bind(listener.get(), plain, sizeof address) != 0 ||
      listen(listener.get(), waiting_connections) != 0) {
    cannot_listen(port);
  }
  return listener;
}

// What the connections of a bridge share; it lives until the last of them has ended.
class OpenConnections {
 public:
  OpenConnections(const asio::any_io_executor& executor, int listener, Bridge::Handler handler)
      : acceptor_(executor, tcp::v4(), listener),
        handler_(std::move(handler)),
        places_(executor, Bridge::most_connections),
        scope_(executor) {}

  void start() { scope_.spawn(accept_all()); }
  std::uint16_t port() { return acceptor_.local_endpoint().port(); }
  asio::any_io_executor executor() { return acceptor_.get_executor(); }

  void end() {
    error_code ignored;
    std::ignore = acceptor_.close(ignored);
    // Cancelled, and cut off too: a handler that does not mind the first still ends.
    for (const Fd& connection : connections_) shutdown(connection.get(), SHUT_RDWR);
    scope_.cancel();
  }
  Task<> join() {
    try {
      co_await scope_.join();
    } catch (const std::exception&) {
      // The accepting task says that it was cancelled, which is what end() is for.
    }
  }

 private:
  using Place = std::list<Fd>::iterator;

  Task<> accept_all() {
    error_code error;
    while (acceptor_.is_open()) {
      Semaphore::Permit permit = co_await places_.acquire();
      Bridge::Socket socket =
          co_await acceptor_.async_accept(asio::redirect_error(asio::use_awaitable, error));
      if (!acceptor_.is_open() || error == asio::error::operation_aborted) co_return;
      if (!error) {
        Fd held(fcntl(socket.native_handle(), F_DUPFD_CLOEXEC, 0));
        const Place place = connections_.insert(connections_.end(), std::move(held));
        scope_.spawn(serve(std::move(socket), place, std::move(permit)));
        continue;
      }
      // Out of descriptors, most likely: give others the time to return some.
      asio::steady_timer pause(acceptor_.get_executor(), 20ms);
      co_await pause.async_wait(asio::use_awaitable);
    }
  }

  Task<> serve(Bridge::Socket socket, Place place, [[maybe_unused]] Semaphore::Permit permit) {
    try {
      co_await handler_(std::move(socket));
    } catch (const std::exception&) {
      // One connection's end, however it came: the others go on. What went wrong is the handler's
      // to tell.
    }
    connections_.erase(place);
  }

  tcp::acceptor acceptor_;
  Bridge::Handler handler_;
  std::list<Fd> connections_;
  Semaphore places_;
  Scope scope_;
};

Task<> wind_down(std::unique_ptr<OpenConnections> connections) { co_await connections->join(); }

class OpenBridge final : public Bridge {
 public:
  explicit OpenBridge(std::unique_ptr<OpenConnections> connections)
      : connections_(std::move(connections)), port_(connections_->port()) {}
  OpenBridge(OpenBridge&&) = delete;
  OpenBridge& operator=(OpenBridge&&) = delete;
  OpenBridge(const OpenBridge&) = delete;
  OpenBridge& operator=(const OpenBridge&) = delete;
  ~OpenBridge() override {
    if (!connections_) return;
    connections_->end();
    const auto executor = connections_->executor();
    // Its children end at once, on the thread that runs the tasks; nobody is left to wait for them.
    asio::co_spawn(executor, wind_down(std::move(connections_)), [](const std::exception_ptr&) {});
  }

  std::string address() const override { return fmt::format("127.0.0.1:{}", port_); }

  Task<> close() override {
    if (!connections_) co_return;
    connections_->end();
    co_await connections_->join();
    connections_.reset();
  }

 private:
  std::unique_ptr<OpenConnections> connections_;
  std::uint16_t port_;
};

// One direction, until its sender has no more to say. The other one goes on.
Task<> pump(tcp::socket& from, tcp::socket& to) {
  std::array<char, buffer_size> buffer{};
  error_code error;
  while (!error) {
    const std::size_t got = co_await from.async_read_some(
        asio::buffer(buffer), asio::redirect_error(asio::use_awaitable, error));
    if (error) break;
    co_await asio::async_write(to, asio::buffer(buffer.data(), got),
                               asio::redirect_error(asio::use_awaitable, error));
  }
  error_code ignored;  // a side that is gone needs no telling
  if (error == asio::error::eof) {
    std::ignore = to.shutdown(tcp::socket::shutdown_send, ignored);
    co_return;
  }
  std::ignore = from.close(ignored);
  std::ignore = to.close(ignored);
}

Task<> relay(Bridge::Socket inside, std::uint16_t port) {
  const tcp::endpoint there(asio::ip::address_v4::loopback(), port);
  tcp::socket outside(inside.get_executor());
  co_await outside.async_connect(there, asio::use_awaitable);
  const tcp::no_delay at_once(true);
  error_code ignored;  // a slower connection is one all the same
  std::ignore = inside.set_option(at_once, ignored);
  std::ignore = outside.set_option(at_once, ignored);
  Scope both(inside.get_executor());
  both.spawn(pump(inside, outside));
  both.spawn(pump(outside, inside));
  co_await both.join();
}

}  // namespace

Task<std::unique_ptr<Bridge>> Bridge::open(pid_t inside, std::uint16_t port, Handler handler) {
  const auto executor = co_await asio::this_coro::executor;
  Fd listener;
  in_network_of(inside, [&] { listener = listen_on(port); });
  auto connections =
      std::make_unique<OpenConnections>(executor, listener.get(), std::move(handler));
  std::ignore = listener.release();
  connections->start();
  co_return std::make_unique<OpenBridge>(std::move(connections));
}

Bridge::Handler relay_to(std::uint16_t port) {
  return [port](Bridge::Socket socket) { return relay(std::move(socket), port); };
}

}  // namespace redcode::sandbox
