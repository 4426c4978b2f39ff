#include "sandbox/bridge.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <boost/asio/read.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <stdexcept>

#include "base/failure.h"
#include "base/run.h"
#include "base/scope.h"
#include "sandbox/network_namespace.h"
#include "sandbox/private_network_for_tests.h"

namespace redcode::sandbox {
namespace {

using asio::ip::tcp;

// A blocking client inside the sandbox: says `words`, ends its side, gives all that comes back.
std::string talk(std::uint16_t port, const std::string& words) {
  const Fd client(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const timeval limit{.tv_sec = 5};
  setsockopt(client.get(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  const sockaddr_in to{.sin_family = AF_INET,
                       .sin_port = htons(port),
                       .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
  if (connect(client.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0) {
    return "refused";
  }
  send(client.get(), words.data(), words.size(), MSG_NOSIGNAL);
  shutdown(client.get(), SHUT_WR);
  std::string all;
  std::array<char, 4096> buffer{};
  ssize_t got = 0;
  while ((got = recv(client.get(), buffer.data(), buffer.size(), 0)) > 0) {
    all.append(buffer.data(), static_cast<std::size_t>(got));
  }
  return got < 0 ? all + "(cut)" : all;
}

template <class T>
Task<T> call(std::function<T()> work) {
  co_return work();
}

// `work` on a thread of its own.
Task<std::string> off_thread(std::function<std::string()> work) {
  asio::thread_pool thread(1);
  co_return co_await asio::co_spawn(thread, call(std::move(work)), asio::use_awaitable);
}

std::string talk_inside(pid_t inside, std::uint16_t port, const std::string& words) {
  std::string answer;
  in_network_of(inside, [&] { answer = talk(port, words); });
  return answer;
}

Task<> echo_backwards(Bridge::Socket socket) {
  std::string words;
  boost::system::error_code end;
  co_await asio::async_read(socket, asio::dynamic_buffer(words),
                            asio::redirect_error(asio::use_awaitable, end));
  const std::string answer(words.rbegin(), words.rend());
  co_await asio::async_write(socket, asio::buffer(answer), asio::use_awaitable);
}

Task<> throw_at_once(Bridge::Socket) {
  throw std::runtime_error("no");
  co_return;
}

Task<> never_answer(Bridge::Socket socket) {
  while (true) {
    std::array<char, 16> buffer{};
    co_await socket.async_read_some(asio::buffer(buffer), asio::use_awaitable);
  }
}

class ABridge : public testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "needs root to make a network namespace";
    network = std::make_unique<PrivateNetwork>();
  }

  Task<std::string> ask(Bridge::Handler handler, std::string words) {
    const auto bridge = co_await Bridge::open(network->pid, 8080, std::move(handler));
    address = bridge->address();
    const std::function<std::string()> client = [this, words] {
      return talk_inside(network->pid, 8080, words);
    };
    std::string answer = co_await off_thread(client);
    co_await bridge->close();
    co_return answer;
  }

  std::unique_ptr<PrivateNetwork> network;
  std::string address;
};

TEST_F(ABridge, LeadsFromInsideToTheHandler) {
  EXPECT_EQ(run(ask(echo_backwards, "abc")), "cba");
  EXPECT_EQ(address, "127.0.0.1:8080");
}

TEST_F(ABridge, IsGoneOnceClosed) {
  run(ask(echo_backwards, "abc"));

  EXPECT_EQ(talk_inside(network->pid, 8080, "abc"), "refused");
}

// The first connection fails, the second is served.
Bridge::Handler failing_once() {
  return [calls = std::make_shared<int>(0)](Bridge::Socket socket) {
    return ++*calls == 1 ? throw_at_once(std::move(socket)) : echo_backwards(std::move(socket));
  };
}

TEST_F(ABridge, SurvivesAHandlerThatThrows) {
  const auto twice = [](pid_t inside) -> Task<std::string> {
    const auto bridge = co_await Bridge::open(inside, 8084, failing_once());
    const std::function<std::string()> client = [inside] {
      talk_inside(inside, 8084, "");
      return talk_inside(inside, 8084, "abc");
    };
    std::string answer = co_await off_thread(client);
    co_await bridge->close();
    co_return answer;
  };

  EXPECT_EQ(run(twice(network->pid)), "cba");
}

Task<std::string> relayed(pid_t inside, std::string words) {
  const auto executor = co_await asio::this_coro::executor;
  const tcp::endpoint any(asio::ip::address_v4::loopback(), 0);
  tcp::acceptor host(executor, any);
  Scope scope(executor);
  const auto bridge = co_await Bridge::open(inside, 8081, relay_to(host.local_endpoint().port()));
  const std::function<std::string()> client = [inside, words] {
    return talk_inside(inside, 8081, words);
  };
  std::string answer;
  const auto keep = [](Task<std::string> task, std::string& into) -> Task<> {
    into = co_await std::move(task);
  };
  scope.spawn(keep(off_thread(client), answer));
  co_await echo_backwards(co_await host.async_accept(asio::use_awaitable));
  co_await scope.join();
  co_await bridge->close();
  co_return answer;
}

TEST_F(ABridge, RelaysBothWaysAndKeepsHalfClosedConnectionsOpen) {
  const std::string words = std::string(300'000, 'x') + "abc";

  const std::string answer = run(relayed(network->pid, words));

  EXPECT_EQ(answer.size(), words.size());
  EXPECT_EQ(answer.substr(0, 4), "cbax");
}

Task<std::string> closed_meanwhile(pid_t inside, bool forgotten) {
  const auto executor = co_await asio::this_coro::executor;
  Scope scope(executor);
  auto bridge = co_await Bridge::open(inside, 8082, never_answer);
  const std::function<std::string()> client = [inside] { return talk_inside(inside, 8082, ""); };
  std::string answer = "nothing";
  const auto keep = [](Task<std::string> task, std::string& into) -> Task<> {
    into = co_await std::move(task);
  };
  scope.spawn(keep(off_thread(client), answer));
  asio::steady_timer pause(executor, std::chrono::milliseconds(50));
  co_await pause.async_wait(asio::use_awaitable);
  if (!forgotten) co_await bridge->close();
  bridge.reset();
  co_await scope.join();
  co_return answer;
}

TEST_F(ABridge, EndsItsConnectionsWhenClosed) {
  EXPECT_NE(run(closed_meanwhile(network->pid, false)), "nothing");
}

TEST_F(ABridge, EndsItsConnectionsWhenForgotten) {
  EXPECT_NE(run(closed_meanwhile(network->pid, true)), "nothing");
}

TEST_F(ABridge, DoesNotOpenWhereAnotherListens) {
  const auto two = [](pid_t inside) -> Task<> {
    const auto first = co_await Bridge::open(inside, 8083, echo_backwards);
    bool refused = false;
    try {
      co_await Bridge::open(inside, 8083, echo_backwards);
    } catch (const Failure&) {
      refused = true;
    }
    co_await first->close();
    if (!refused) throw std::runtime_error("two bridges on one port");
  };

  EXPECT_NO_THROW(run(two(network->pid)));
}

}  // namespace
}  // namespace redcode::sandbox
