#include "sandbox/docker/end_all.h"

#include <fmt/format.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <utility>

#include "base/failure.h"
#include "sandbox/cgroup.h"
#include "sandbox/docker/exec.h"

namespace redcode::docker {
namespace {

using namespace std::chrono_literals;

[[noreturn]] void cannot_end() {
  fail("what a command over its limits had started could not be ended");
}

// A crowd with little processor time takes some seconds to die.
constexpr int looks = 15;  // of a second each

Task<bool> kill_patiently(pid_t init) {
  const sandbox::Cgroup group = sandbox::Cgroup::of(init);
  for (int look = 0; look < looks; ++look) {
    if (group.kill_all_but(init)) co_return true;
  }
  co_return false;
}

// By a shell that kills everything but the first process and itself. False if there was no room for
// it.
Task<bool> sweep(const Api& api, std::string container, int death) {
  sandbox::Command command{
      .argv = {"/bin/sh", "-c", "for i in 1 2 3 4; do kill -9 -1; done; exit 0"},
      .working_dir = "/"};
  ExecLimits limits{.time = 20s};
  limits.init = death;
  bool done = false;
  try {
    const sandbox::Ending ending = co_await exec_in_container(
        api, std::move(container), std::move(command), std::move(limits));
    const auto* exited = std::get_if<sandbox::Exited>(&ending.how);
    done = exited != nullptr && exited->code == 0;
  } catch (const Failure&) {  // NOLINT(bugprone-empty-catch): asked again, or said by the caller
  }
  co_return done;
}

}  // namespace

Task<> end_all_from_host(pid_t init) {
  asio::thread_pool thread(1);  // it blocks
  if (!co_await asio::co_spawn(thread, kill_patiently(init), asio::use_awaitable)) cannot_end();
}

Task<> end_all_from_beside(sandbox::RemoteHostView& host_view) {
  for (int look = 0; look < looks; ++look) {
    Json request = {{"ask", "kill_rest"}};
    const Json answer = co_await host_view.ask(std::move(request));
    if (member_or(answer, "done", false)) co_return;
  }
  cannot_end();
}

Task<> end_all_from_inside(const Api& api, std::string container, int death) {
  asio::steady_timer pause(co_await asio::this_coro::executor);
  constexpr int tries = 5;
  for (int one = 0; one < tries; ++one) {
    // The signal makes PID 1 kill everything; the sweep below gets stragglers.
    co_await api.post(fmt::format("/containers/{}/kill?signal=SIGUSR1", container));
    if (co_await sweep(api, container, death)) co_return;
    pause.expires_after(200ms);
    co_await pause.async_wait(asio::use_awaitable);
  }
  cannot_end();
}

}  // namespace redcode::docker
