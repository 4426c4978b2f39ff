// What is Docker's own about its sandboxes, against a real daemon; what every engine promises is in
// tests/contract.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/this_coro.hpp>
#include <chrono>

#include "base/scope.h"
#include "sandbox/docker/docker_for_tests.h"
#include "sandbox/docker/engine.h"

namespace redcode::docker {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

Task<> open_and_forget(Engine& engine, record::Policy policy) {
  const std::unique_ptr<sandbox::Sandbox> forgotten = co_await engine.open(std::move(policy), {});
}

TEST_F(Docker, RefusesAPolicyItCannotEnforceAsAWhole) {
  record::Policy limited = policy;
  limited.files_limit = 1000;
  record::Policy with_submounts = policy;
  with_submounts.mounts = {{.source = "/", .target = "/in"}};

  EXPECT_THAT(failure_of(open_and_forget(engine, limited)), HasSubstr("use the oci engine"));
  EXPECT_THAT(failure_of(open_and_forget(engine, with_submounts)), HasSubstr("mounted inside it"));
}

TEST_F(Docker, SaysWhatToDoForARuntimeThatIsNotOffered) {
  Engine other({.runtime = "runsc-of-nobody"});

  EXPECT_THAT(failure_of(open_and_forget(other, policy)), HasSubstr("kill -HUP"));
}

Task<> look_through_the_window(Engine& engine) {
  const std::unique_ptr<sandbox::Sandbox> sandbox = co_await engine.open({}, {});
  const sandbox::HostView& host_view = sandbox->host_view();
  const sandbox::Traits traits = co_await engine.traits();
  EXPECT_EQ(host_view.observers, traits.observers);
  EXPECT_TRUE(host_view.observers.contains(record::Observer::accesses));
  EXPECT_TRUE(std::filesystem::exists(host_view.merged / "usr/bin/python3"));
  EXPECT_FALSE(std::filesystem::exists(host_view.merged / "usr/bin/no-such"));
  EXPECT_EQ(host_view.id_shift, 0U);
  EXPECT_TRUE(host_view.host_kernel);
  EXPECT_NE(host_view.authority, nullptr);
}

TEST_F(Docker, OpensAWindowOnAllThatItsTraitsPromise) { run(look_through_the_window(engine)); }

TEST_F(Docker, OpensWithoutAWindowWhereItMayNotLook) {
  Engine blind({.look_from_here = false, .companion = CompanionUse::never});
  world.working_dir = "/home/dev/deep/project";
  world.files = {{.path = "/home/dev/deep/file", .content = "deep", .mode = 0600},
                 {.path = "/tmp/in/tmp", .content = "volatile", .mode = 0604}};
  policy.command_timeout = 2s;

  const std::vector<sandbox::Ending> endings = run(
      run_all_on(blind, {bash("cat /home/dev/deep/file /tmp/in/tmp; stat -c '%a %U' /home/dev/deep "
                              "/home/dev/deep/file /tmp/in /tmp/in/tmp /home"),
                         bash("setsid sleep 1000 & sleep 1000"), bash("pgrep -c sleep")}));

  EXPECT_EQ(endings[0].out, "deepvolatile755 dev\n600 dev\n755 dev\n604 dev\n755 root\n");
  EXPECT_TRUE(std::holds_alternative<sandbox::TimedOut>(endings[1].how));
  EXPECT_EQ(endings[2].out, "0\n");
  EXPECT_EQ(run(blind.traits()).observers, std::set{record::Observer::exec});
}

Task<> open_some_at_once(Engine& engine, int count) {
  Scope scope(co_await asio::this_coro::executor);
  for (int i = 0; i < count; ++i) scope.spawn(open_and_forget(engine, {}));
  co_await scope.join();
}

TEST_F(Docker, OpensMoreSandboxesThanFitThroughTheGateAtOnce) {
  Engine narrow({.concurrent_opens = 2});

  run(open_some_at_once(narrow, 5));

  narrow.wait_for_removals();
  EXPECT_EQ(run(count_ours()), 0U);
}

}  // namespace
}  // namespace redcode::docker
