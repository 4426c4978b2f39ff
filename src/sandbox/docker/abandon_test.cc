// A sandbox that failed to open is removed while the other tasks go on: a made-up daemon on the
// same loop answers its removal only after that loop has served a timer for a while.
#include <gtest/gtest.h>

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>
#include <set>
#include <string>

#include "base/failure.h"
#include "base/run.h"
#include "base/scope.h"
#include "http/against_server.h"
#include "sandbox/docker/engine.h"

namespace redcode::docker {
namespace {

using namespace std::chrono_literals;

struct FakeDaemon {
  std::string start_answer = "refused";  // "refused": at once; "never": it hangs
  int made = 0;
  int starts = 0;
  std::set<std::string> removed;

  static http::Response json(const std::string& body, int status = 200) {
    return {.status = status, .headers = {{"Content-Type", "application/json"}}, .body = body};
  }

  Task<> answer(const http::Request& asked, http::Responder& to) {
    const std::string& path = asked.target;
    if (path.contains("/version")) {
      co_await to.send(json(R"({"Version":"27.0","MinAPIVersion":"1.24","ApiVersion":"1.47"})"));
    } else if (path.contains("/info")) {
      co_await to.send(json(R"({"Runtimes":{"runc":{}},"Driver":"other","DockerRootDir":"/x"})"));
    } else if (path.contains("/images/")) {
      co_await to.send(json(R"({"Id":"sha256:1"})"));
    } else if (path.contains("/containers/create")) {
      co_await to.send(json(R"({"Id":"c)" + std::to_string(++made) + R"("})", 201));
    } else if (path.contains("/start")) {
      ++starts;
      co_await refuse_start(to);
    } else if (asked.method == "DELETE") {
      asio::steady_timer timer(co_await asio::this_coro::executor, 100ms);
      co_await timer.async_wait(asio::use_awaitable);
      removed.insert(path.substr(path.find("/containers/") + 12, 2));
      co_await to.send({.status = 204});
    } else if (path.contains("/archive")) {
      co_await to.send(json("{}", asked.method == "PUT" ? 200 : 404));
    } else {
      co_await to.send(json("{}", 404));
    }
  }

  Task<> refuse_start(http::Responder& to) const {
    asio::steady_timer timer(co_await asio::this_coro::executor, 1h);
    if (start_answer == "never") co_await timer.async_wait(asio::use_awaitable);
    co_await to.send(json(R"({"message":"too much to do"})", 500));
  }
};

Task<> tick_until(const bool& over, int& ticks) {
  asio::steady_timer timer(co_await asio::this_coro::executor);
  while (!over) {
    timer.expires_after(5ms);
    co_await timer.async_wait(asio::use_awaitable);
    ++ticks;
  }
}

Task<> open_one(Engine& engine, std::string& why) {
  record::Policy policy{.image = "x"};
  record::World world;
  try {
    const std::unique_ptr<sandbox::Sandbox> sandbox = co_await engine.open(policy, world);
  } catch (const Failure& failure) {
    why = failure.what();
  }
}

Options options_for(const http::Endpoint& endpoint) {
  return {.socket_path = "tcp://127.0.0.1:" + std::to_string(endpoint.port),
          .look_from_here = false,
          .concurrent_opens = 3,
          .companion = CompanionUse::never};
}

struct Ticking {
  int ticks = 0;
  std::string why;
};

Task<> fail_to_open(http::Endpoint endpoint, Ticking& seen) {
  const auto executor = co_await asio::this_coro::executor;
  Engine engine(options_for(endpoint));
  bool over = false;
  Scope ticking(executor);
  ticking.spawn(tick_until(over, seen.ticks));
  co_await open_one(engine, seen.why);
  over = true;
  co_await ticking.join();
}

TEST(FailedOpen, IsRemovedWhileOtherTasksGoOn) {
  FakeDaemon daemon;
  Ticking seen;
  const http::Handler handler = [&](const http::Request& asked, http::Responder& to) {
    return daemon.answer(asked, to);
  };

  run(http::run_against_server(
      handler, [&](http::Endpoint endpoint) { return fail_to_open(std::move(endpoint), seen); }));

  EXPECT_NE(seen.why.find("too much to do"), std::string::npos) << seen.why;
  EXPECT_EQ(daemon.removed, std::set<std::string>{"c1"});
  EXPECT_GE(seen.ticks, 5);
}

Task<> open_and_cancel(http::Endpoint endpoint, const FakeDaemon& daemon) {
  const auto executor = co_await asio::this_coro::executor;
  Engine engine(options_for(endpoint));
  std::string why;
  Scope opening(executor);
  for (int i = 0; i < 8; ++i) opening.spawn(open_one(engine, why));
  asio::steady_timer timer(executor);
  while (daemon.starts < 3) {
    timer.expires_after(1ms);
    co_await timer.async_wait(asio::use_awaitable);
  }
  opening.cancel();
  try {
    co_await opening.join();
  } catch (const boost::system::system_error&) {  // NOLINT(bugprone-empty-catch): as asked
  }
}

TEST(FailedOpen, ManyThatAreInterruptedAreAllRemoved) {
  FakeDaemon daemon{.start_answer = "never"};
  const http::Handler handler = [&](const http::Request& asked, http::Responder& to) {
    return daemon.answer(asked, to);
  };

  run(http::run_against_server(handler, [&](http::Endpoint endpoint) {
    return open_and_cancel(std::move(endpoint), daemon);
  }));

  EXPECT_EQ(daemon.made, 3);
  EXPECT_EQ(daemon.removed, (std::set<std::string>{"c1", "c2", "c3"}));
}

}  // namespace
}  // namespace redcode::docker
