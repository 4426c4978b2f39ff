// Sandboxes of the Docker engine against a real daemon. Each test opens and removes its own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>

#include "base/failure.h"
#include "base/scope.h"
#include "base/temp_dir.h"
#include "docker/docker_for_tests.h"
#include "docker/engine.h"
#include "sandbox/world_tar.h"

namespace redcode::docker {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

Task<> open_and_forget(Engine& engine, record::Policy policy) {
  const std::unique_ptr<sandbox::Sandbox> forgotten = co_await engine.open(std::move(policy), {});
}

TEST_F(Docker, RunsACommandAndTellsItsStreamsAndExitCodeApart) {
  const sandbox::Ending ending = run_in_sandbox({bash("echo hello; echo oops >&2; exit 3")})[0];

  EXPECT_EQ(ending.out, "hello\n");
  EXPECT_EQ(ending.err, "oops\n");
  EXPECT_EQ(code_of(ending), 3);
}

TEST_F(Docker, HandsInputOverByteForByte) {
  std::string input(300'000, 'x');
  input += std::string("\0\xff\r\n", 4);

  const sandbox::Ending ending = run_in_sandbox({{.argv = {"cat"}, .stdin_bytes = input}})[0];

  EXPECT_EQ(code_of(ending), 0);
  EXPECT_TRUE(ending.out == input);
}

TEST_F(Docker, DoesNotHangOnACommandThatIgnoresItsInput) {
  const sandbox::Ending ending =
      run_in_sandbox({{.argv = {"true"}, .stdin_bytes = std::string(1'000'000, 'x')}})[0];

  EXPECT_EQ(code_of(ending), 0);
}

TEST_F(Docker, SaysWhenAProgramIsNotThere) {
  const sandbox::Ending ending = run_in_sandbox({{.argv = {"no-such-program"}}})[0];

  EXPECT_NE(code_of(ending), 0);
}

TEST_F(Docker, PlantsFilesWithExactModesAndOwners) {
  world.files = {{.path = "/home/dev/.ssh", .mode = 0700, .directory = true},
                 {.path = "/home/dev/.ssh/id", .content = "key", .mode = 0600},
                 {.path = "/home/dev/a/b/c", .content = "deep"},
                 {.path = "/etc/app.conf", .content = "conf", .mode = 0640, .owner = "root"},
                 {.path = "/tmp/in/tmp", .content = "volatile", .mode = 0604}};

  const std::string out = output_of(
      "stat -c '%a %U:%G %n' /home /home/dev /home/dev/.ssh /home/dev/.ssh/id /home/dev/a "
      "/home/dev/a/b/c /etc /etc/app.conf /tmp /tmp/in /tmp/in/tmp; cat /tmp/in/tmp "
      "/home/dev/a/b/c");

  EXPECT_EQ(out,
            "755 root:root /home\n755 dev:dev /home/dev\n700 dev:dev /home/dev/.ssh\n"
            "600 dev:dev /home/dev/.ssh/id\n755 dev:dev /home/dev/a\n644 dev:dev /home/dev/a/b/c\n"
            "755 root:root /etc\n640 root:root /etc/app.conf\n1777 root:root /tmp\n"
            "755 dev:dev /tmp/in\n604 dev:dev /tmp/in/tmp\nvolatiledeep");
}

TEST_F(Docker, WorksInTheWorldsDirectoryWithACleanEnvironment) {
  world.working_dir = "/home/dev/project";

  const sandbox::Ending ending =
      run_in_sandbox({{.argv = {"sh", "-c", "touch here && pwd && echo $HOME $USER $LANG"},
                       .working_dir = "/home/dev/project"}})[0];

  EXPECT_EQ(ending.out, "/home/dev/project\n/home/dev dev C.UTF-8\n") << ending.err;
}

TEST_F(Docker, HasNoPrivilegesWhatsoever) {
  const std::string out =
      output_of("id -u; grep -E '^(CapEff|CapBnd|NoNewPrivs|Seccomp):' /proc/self/status");

  EXPECT_EQ(
      out,
      "1000\nCapEff:\t0000000000000000\nCapBnd:\t0000000000000000\nNoNewPrivs:\t1\nSeccomp:\t2\n");
}

TEST_F(Docker, HasNoCapabilitiesEvenInARootWorld) {
  world.root = true;

  const std::string out = output_of(
      "id -u; grep CapEff /proc/self/status; touch /etc/x; echo x > /etc/hostname; mount -t tmpfs "
      "t /mnt");

  EXPECT_THAT(out, HasSubstr("0\nCapEff:\t0000000000000000\n"));
  EXPECT_THAT(out, HasSubstr("touch: cannot touch '/etc/x': Read-only file system"));
  EXPECT_THAT(out, HasSubstr("/etc/hostname: Read-only file system"));
  EXPECT_THAT(out, HasSubstr("permission denied"));
}

TEST_F(Docker, MakesTheSystemReadOnlyAndHomeWritable) {
  const std::string out =
      output_of("touch /usr/x; touch /etc/x; touch /home/dev/x /tmp/x /dev/shm/x && echo writable");

  EXPECT_EQ(out,
            "writable\ntouch: cannot touch '/usr/x': Read-only file system\n"
            "touch: cannot touch '/etc/x': Read-only file system\n");
}

TEST_F(Docker, MakesAWritablePathWritable) {
  world.root = true;
  world.writable_paths = {"/etc"};

  EXPECT_EQ(output_of("echo x > /etc/x && cat /etc/x"), "x\n");
}

TEST_F(Docker, LimitsTmpTo100MB) {
  const std::string out = output_of(
      "head -c 120000000 /dev/zero > /tmp/big; stat -c %s /tmp/big; grep ' /tmp ' /proc/mounts");

  EXPECT_THAT(out, HasSubstr("104857600\n"));
  EXPECT_THAT(out, HasSubstr("No space left on device"));
  EXPECT_THAT(out, HasSubstr("nosuid,nodev"));
}

TEST_F(Docker, LimitsMemoryAndProcesses) {
  policy.memory_limit = std::uint64_t{128} << 20U;
  policy.pids_limit = 20;

  const std::vector<sandbox::Ending> endings =
      run_in_sandbox({{.argv = {"python3", "-c", "x = bytearray(300_000_000)"}},
                      bash("for i in $(seq 40); do sleep 5 & done; wait"),
                      bash("echo still here")});

  EXPECT_EQ(code_of(endings[0]), 137);
  EXPECT_THAT(endings[1].err, HasSubstr("Resource temporarily unavailable"));
}

TEST_F(Docker, HasNoNetworkInterfaceButTheLoopback) {
  EXPECT_EQ(output_of("ls /sys/class/net; cat /etc/resolv.conf"), "lo\nnameserver 198.18.0.53\n");
}

TEST_F(Docker, ShowsAMountReadOnly) {
  const TempDir shared("mount-test");
  policy.mounts = {{.source = shared.path().string(), .target = "/in"}};
  world.root = true;

  EXPECT_THAT(output_of("touch /in/x"), HasSubstr("Read-only file system"));
}

TEST_F(Docker, KillsACommandThatTakesTooLongAndAllItStarted) {
  policy.command_timeout = 2s;
  const auto start = std::chrono::steady_clock::now();

  const std::vector<sandbox::Ending> endings = run_in_sandbox(
      {bash("setsid sleep 1000 & (sleep 1000 & disown); echo begun; (sleep 1000; true)"),
       bash("pgrep -c sleep; echo next")});

  EXPECT_TRUE(std::holds_alternative<sandbox::TimedOut>(endings[0].how));
  EXPECT_EQ(endings[0].out, "begun\n");
  EXPECT_EQ(endings[1].out, "1\nnext\n") << "only the sandbox's own sleep is left";
  EXPECT_LT(std::chrono::steady_clock::now() - start, 30s);
}

TEST_F(Docker, EndsAForkBombAtItsLimitAndGoesOn) {
  policy.command_timeout = 2s;
  policy.pids_limit = 40;

  const std::vector<sandbox::Ending> endings =
      run_in_sandbox({bash("bomb() { bomb | bomb & }; bomb; sleep 100"),
                      bash("ls -d /proc/[0-9]* | wc -l; echo usable")});

  EXPECT_TRUE(std::holds_alternative<sandbox::TimedOut>(endings[0].how));
  EXPECT_EQ(code_of(endings[1]), 0);
  EXPECT_THAT(endings[1].out, HasSubstr("usable\n")) << "zombies would fill the limit";
}

TEST_F(Docker, TimesOutACommandThatClosedItsOutput) {
  policy.command_timeout = 1s;

  const sandbox::Ending ending = run_in_sandbox({bash("exec >&- 2>&-; exec sleep 100")})[0];

  EXPECT_TRUE(std::holds_alternative<sandbox::TimedOut>(ending.how));
}

TEST_F(Docker, DoesNotWaitForADaemonThatHoldsTheOutputOpen) {
  const auto start = std::chrono::steady_clock::now();

  const sandbox::Ending ending = run_in_sandbox({bash("sleep 100 & echo done")})[0];

  EXPECT_EQ(ending.out, "done\n");
  EXPECT_EQ(code_of(ending), 0);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 15s);
}

TEST_F(Docker, CutsAFloodOfOutput) {
  policy.output_limit = 10'000;

  const std::vector<sandbox::Ending> endings =
      run_in_sandbox({{.argv = {"yes"}}, bash("pgrep -c yes")});

  EXPECT_TRUE(std::holds_alternative<sandbox::Flooded>(endings[0].how));
  EXPECT_EQ(endings[0].out.size(), 10'000U);
  EXPECT_EQ(endings[1].out, "0\n");
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
  const sandbox::Window& window = sandbox->window();
  const sandbox::Traits traits = co_await engine.traits();
  EXPECT_EQ(window.observers, traits.observers);
  EXPECT_TRUE(window.observers.contains("accesses"));
  EXPECT_TRUE(std::filesystem::exists(window.merged / "usr/bin/python3"));
  EXPECT_FALSE(std::filesystem::exists(window.merged / "usr/bin/no-such"));
  EXPECT_EQ(window.id_shift, 0U);
  EXPECT_TRUE(window.host_kernel);
  EXPECT_NE(window.authority, nullptr);
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
  EXPECT_EQ(run(blind.traits()).observers, std::set<std::string>{"door"});
}

Task<> kill_from_outside(std::string id) {
  const Api api(docker_socket());
  co_await api.post(fmt::format("/containers/{}/kill", id));
}

Task<> exec_in_a_dead_one(Engine& engine, record::Policy policy) {
  std::unique_ptr<sandbox::Sandbox> sandbox = co_await engine.open(std::move(policy), {});
  co_await kill_from_outside(sandbox->id());
  co_await sandbox->exec(bash("echo hello"));
}

Task<> stop_a_dead_one(Engine& engine, record::Policy policy) {
  std::unique_ptr<sandbox::Sandbox> sandbox = co_await engine.open(std::move(policy), {});
  co_await kill_from_outside(sandbox->id());
  co_await sandbox->stop();
}

Task<> nap_and_kill(std::string id) {
  asio::steady_timer nap(co_await asio::this_coro::executor, 500ms);
  co_await nap.async_wait(asio::use_awaitable);
  co_await kill_from_outside(std::move(id));
}

Task<> die_during_a_command(Engine& engine, record::Policy policy) {
  std::unique_ptr<sandbox::Sandbox> sandbox = co_await engine.open(std::move(policy), {});
  Scope scope(co_await asio::this_coro::executor);
  scope.spawn(nap_and_kill(sandbox->id()));
  std::exception_ptr failure;
  try {
    co_await sandbox->exec(bash("echo partial; sleep 30"));
  } catch (...) {
    failure = std::current_exception();
  }
  co_await scope.join();
  if (failure) std::rethrow_exception(failure);
}

// The message of the Failure that `task` ends with.
TEST_F(Docker, NeverTakesADeadSandboxForACommandsEnding) {
  EXPECT_EQ(failure_of(exec_in_a_dead_one(engine, policy)), "the sandbox died");
  EXPECT_EQ(failure_of(die_during_a_command(engine, policy)), "the sandbox died");
}

TEST_F(Docker, SaysWhenTheSandboxWasDeadBeforeItsEnd) {
  EXPECT_EQ(failure_of(stop_a_dead_one(engine, policy)), "the sandbox died before its end");
}

TEST_F(Docker, GivesTheNextSandboxNothingOfTheLast) {
  const std::string first =
      output_of("echo left > /home/dev/left; echo left > /tmp/left; ls -A /home/dev /tmp");
  const std::string second = output_of("ls -A /home/dev /tmp /dev/shm");

  EXPECT_THAT(first, HasSubstr("left"));
  EXPECT_THAT(second, Not(HasSubstr("left")));
}

Task<> exec_for_long(sandbox::Sandbox& sandbox, bool& aborted) {
  try {
    co_await sandbox.exec(bash("sleep 30"));
  } catch (const boost::system::system_error& error) {
    aborted = error.code() == asio::error::operation_aborted;
  }
}

Task<std::string> cancel_a_command(Engine& engine, bool& aborted) {
  std::unique_ptr<sandbox::Sandbox> sandbox = co_await engine.open({}, {});
  Scope scope(co_await asio::this_coro::executor);
  scope.spawn(exec_for_long(*sandbox, aborted));
  asio::steady_timer nap(co_await asio::this_coro::executor, 500ms);
  co_await nap.async_wait(asio::use_awaitable);
  scope.cancel();
  co_await scope.join();
  const sandbox::Ending next = co_await sandbox->exec(bash("echo usable"));
  co_await sandbox->stop();
  co_await sandbox->close();
  co_return next.out;
}

TEST_F(Docker, StopsWaitingForACommandWhenTheCallerIsCancelled) {
  bool aborted = false;

  EXPECT_EQ(run(cancel_a_command(engine, aborted)), "usable\n");

  EXPECT_TRUE(aborted);
}

TEST_F(Docker, RemovesASandboxThatNobodyClosed) {
  run(open_and_forget(engine, policy));

  EXPECT_EQ(run(count_ours()), 0U);
}

Task<> open_some_at_once(Engine& engine, int count) {
  Scope scope(co_await asio::this_coro::executor);
  for (int i = 0; i < count; ++i) scope.spawn(open_and_forget(engine, {}));
  co_await scope.join();
}

TEST_F(Docker, OpensMoreSandboxesThanFitThroughTheGateAtOnce) {
  Engine narrow({.concurrent_opens = 2});

  run(open_some_at_once(narrow, 5));

  EXPECT_EQ(run(count_ours()), 0U);
}

}  // namespace
}  // namespace redcode::docker
