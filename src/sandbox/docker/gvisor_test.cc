// Sandboxes of the Docker engine with gVisor, against a real daemon that offers it as "runsc".
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "sandbox/docker/docker_for_tests.h"

namespace redcode::docker {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

class GVisor : public Docker {
 protected:
  GVisor() : Docker({.runtime = "runsc"}) { policy.command_timeout = 60s; }

  void SetUp() override {
    try {
      run(engine.traits());
    } catch (const Failure& failure) {
      GTEST_SKIP() << failure.what();
    }
  }
};

TEST_F(GVisor, RunsACommandOnAKernelOfItsOwn) {
  const sandbox::Ending ending =
      run_in_sandbox({{.argv = {"sh", "-c", "cat; dmesg | grep -c gVisor; exit 3"},
                       .stdin_bytes = std::string("a\0b", 3)}})[0];

  EXPECT_EQ(ending.out, std::string("a\0b1\n", 5)) << ending.err;
  EXPECT_EQ(code_of(ending), 3);
}

constexpr const char* show_files = R"(
import os, sys
for path in sys.argv[1:]:
    status = os.stat(path)
    print(oct(status.st_mode & 0o7777)[2:], status.st_uid, path)
print(open("/tmp/in/tmp").read() + open("/etc/app.conf").read() + open("/etc/hostname").read())
)";

TEST_F(GVisor, PlantsFilesWithExactModesAndOwners) {
  world.root = true;
  world.files = {{.path = "/home/dev/.ssh", .mode = 0700, .directory = true},
                 {.path = "/home/dev/.ssh/id", .content = "key", .mode = 0600},
                 {.path = "/etc/app.conf", .content = "conf", .mode = 0640, .owner = "root"},
                 {.path = "/tmp/in/tmp", .content = "volatile", .mode = 0604}};

  const sandbox::Ending ending =
      run_in_sandbox({{.argv = {"python3", "-c", show_files, "/home/dev/.ssh", "/home/dev/.ssh/id",
                                "/etc", "/etc/app.conf", "/tmp", "/tmp/in/tmp"}}})[0];

  // Root without capabilities may not look into dev's private directory.
  EXPECT_THAT(ending.err, HasSubstr("/home/dev/.ssh/id"));
  world.root = false;
  world.files[2].mode = 0644;
  const sandbox::Ending mine =
      run_in_sandbox({{.argv = {"python3", "-c", show_files, "/home/dev/.ssh", "/home/dev/.ssh/id",
                                "/etc", "/etc/app.conf", "/tmp", "/tmp/in/tmp"}}})[0];
  EXPECT_EQ(mine.out,
            "700 1000 /home/dev/.ssh\n600 1000 /home/dev/.ssh/id\n755 0 /etc\n644 0 "
            "/etc/app.conf\n1777 0 /tmp\n604 1000 /tmp/in/tmp\nvolatileconfworkstation\n\n")
      << mine.err;
}

TEST_F(GVisor, MakesTheSystemReadOnlyEvenForRoot) {
  world.root = true;

  const std::string out = output_of(
      "touch /usr/x; touch /etc/x; echo x > /etc/hostname; echo x > /etc/resolv.conf; touch "
      "/var/x && echo writable; grep CapEff /proc/self/status");

  EXPECT_THAT(out, HasSubstr("writable\nCapEff:\t0000000000000000\n"));
  EXPECT_THAT(out, HasSubstr("'/usr/x': Read-only file system"));
  EXPECT_THAT(out, HasSubstr("'/etc/x': Read-only file system"));
  EXPECT_THAT(out, HasSubstr("/etc/hostname: Read-only file system"));
  EXPECT_THAT(out, HasSubstr("/etc/resolv.conf: Read-only file system"));
}

std::string content_at(int directory, const char* name) {
  std::ifstream file(fmt::format("/proc/self/fd/{}/{}", directory, name));
  return {std::istreambuf_iterator<char>(file), {}};
}

Task<> write_and_look(Engine& engine) {
  std::unique_ptr<sandbox::Sandbox> sandbox = co_await engine.open({}, {});
  co_await sandbox->exec(
      bash("echo layer > /home/dev/x; echo tmp > /tmp/x; echo shm > /dev/shm/x; rm -r /opt 2>&1"));
  co_await sandbox->stop();
  const sandbox::HostView& host_view = sandbox->host_view();
  EXPECT_FALSE(host_view.host_kernel);
  EXPECT_EQ(host_view.observers, (std::set{record::Observer::files, record::Observer::git,
                                           record::Observer::network, record::Observer::exec}));
  std::ifstream file(host_view.upper / "home/dev/x");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "layer\n");
  EXPECT_EQ(host_view.tmpfs.size(), 2U);
  for (const sandbox::HostView::Volatile& one : host_view.tmpfs) {
    EXPECT_EQ(content_at(one.directory.get(), "x"), one.path == "/tmp" ? "tmp\n" : "shm\n");
  }
  co_await sandbox->close();
}

TEST_F(GVisor, ShowsTheHostWhatWasWrittenAlsoAfterItsEnd) { run(write_and_look(engine)); }

TEST_F(GVisor, LimitsTmp) {
  policy.tmpfs = {{.path = "/tmp", .size_bytes = 1 << 20}};

  EXPECT_THAT(output_of("head -c 2000000 /dev/zero > /tmp/big; stat -c %s /tmp/big"),
              HasSubstr("No space left on device"));
}

TEST_F(GVisor, EndsAForkBombAtItsLimitAndGoesOn) {
  policy.command_timeout = 10s;
  policy.pids_limit = 30;

  const std::vector<sandbox::Ending> endings =
      run_in_sandbox({bash("bomb() { bomb | bomb & }; bomb; sleep 100"),
                      bash("ls -d /proc/[0-9]* | wc -l; echo usable")});

  EXPECT_TRUE(std::holds_alternative<sandbox::TimedOut>(endings[0].how));
  EXPECT_THAT(endings[1].out, HasSubstr("usable\n"));
}

TEST_F(GVisor, KillsWhatATimedOutCommandStarted) {
  policy.command_timeout = 5s;

  const std::vector<sandbox::Ending> endings =
      run_in_sandbox({bash("setsid sleep 1000 & echo begun; (sleep 1000; true)"),
                      bash("pgrep -c sleep; echo next")});

  EXPECT_TRUE(std::holds_alternative<sandbox::TimedOut>(endings[0].how));
  EXPECT_EQ(endings[0].out, "begun\n");
  EXPECT_EQ(endings[1].out, "0\nnext\n");
}

Task<> run_out_of_memory(Engine& engine, record::Policy policy) {
  const std::unique_ptr<sandbox::Sandbox> sandbox = co_await engine.open(std::move(policy), {});
  co_await sandbox->exec({.argv = {"python3", "-c", "x = bytearray(600_000_000); print(len(x))"}});
}

TEST_F(GVisor, SaysSoonThatASandboxDiedOfItsMemory) {
  policy.memory_limit = std::uint64_t{256} << 20U;
  policy.command_timeout = 300s;
  const auto start = std::chrono::steady_clock::now();

  EXPECT_EQ(failure_of(run_out_of_memory(engine, policy)), "the sandbox died");

  EXPECT_LT(std::chrono::steady_clock::now() - start, 100s);
}

}  // namespace
}  // namespace redcode::docker
