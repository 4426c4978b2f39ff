#include "sandbox/oci/call_log.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <fstream>
#include <thread>

#include "base/failure.h"
#include "base/temp_dir.h"
#include "sandbox/oci/filtered_child_for_tests.h"

namespace redcode::oci {
namespace {

using sandbox::Call;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::IsEmpty;
using ::testing::SizeIs;

::testing::Matcher<Call> call(const std::string& name, const std::string& target,
                              const std::string& detail) {
  return AllOf(Field(&Call::name, name), Field(&Call::target, target),
               Field(&Call::detail, detail));
}

void unlink_all(const std::string& begin, int count) {
  for (int i = 0; i < count; ++i) ::unlink((begin + std::to_string(i)).c_str());
}

// What was tried after the command was started.
std::vector<Call> tries(sandbox::CallLog& log) {
  std::vector<Call> calls = log.take();
  std::erase_if(calls, [](const Call& one) { return one.target == absent_command; });
  return calls;
}

struct CallLog : ::testing::Test {
  std::filesystem::path folder() const { return std::filesystem::canonical(temp.path()); }
  std::filesystem::path socket() const { return temp.path() / "calls.sock"; }

  TempDir temp{"test"};
  std::unique_ptr<CallRecorder> recorder = std::make_unique<CallRecorder>();
  std::shared_ptr<sandbox::CallLog> log = recorder->listen(socket());
};

TEST_F(CallLog, NamesFilesFromTheRootWhateverTheyAreRelativeTo) {
  const std::string base = folder().string();
  FilteredChild child(socket(), {SYS_unlink, SYS_unlinkat, SYS_renameat2}, [&] {
    if (::chdir(base.c_str()) != 0) return 1;
    const int fd = ::open("/usr", O_PATH);
    ::unlink("a/./../b");
    ::unlinkat(fd, "redcode-none", AT_REMOVEDIR);
    ::syscall(SYS_renameat2, AT_FDCWD, "/redcode-none/1", fd, "redcode-none/2", 0);
    return 0;
  });

  EXPECT_EQ(child.wait(), 0);

  EXPECT_THAT(tries(*log),
              ElementsAre(call("unlink", base + "/b", ""),
                          call("unlinkat", "/usr/redcode-none", "AT_REMOVEDIR"),
                          call("renameat2", "/redcode-none/1", "to /usr/redcode-none/2")));
}

TEST_F(CallLog, NamesFilesAsTheSandboxDoesAfterAChangeOfRoot) {
  if (geteuid() != 0) GTEST_SKIP() << "needs root to change the root";
  FilteredChild child(socket(), {SYS_unlink}, [&] {
    if (::chroot(folder().c_str()) != 0 || ::chdir("/") != 0) return 1;
    ::unlink("inside");
    return 0;
  });

  EXPECT_EQ(child.wait(), 0);

  EXPECT_THAT(tries(*log), ElementsAre(call("unlink", "/inside", "")));
}

TEST_F(CallLog, LetsTheCallsGoOn) {
  const std::string file = (folder() / "file").string();
  std::ofstream(file) << "x";
  FilteredChild child(socket(), {SYS_unlink}, [&] {
    const bool removed = ::unlink(file.c_str()) == 0;
    const bool absent = ::unlink(file.c_str()) != 0 && errno == ENOENT;
    return removed && absent ? 0 : 1;
  });

  EXPECT_EQ(child.wait(), 0);

  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST_F(CallLog, TellsProgramsWithTheirArguments) {
  FilteredChild child(socket(), {SYS_execve}, [] {
    ::execl("/redcode-none", "none", "one", "two words", nullptr);
    ::execl("/bin/true", "true", nullptr);
    return 1;
  });

  EXPECT_EQ(child.wait(), 0);

  EXPECT_THAT(tries(*log), ElementsAre(call("execve", "/redcode-none", "none one two words"),
                                       call("execve", "/bin/true", "true")));
}

TEST_F(CallLog, TellsModesOwnersAndLinks) {
  FilteredChild child(socket(), {SYS_chmod, SYS_fchmod, SYS_lchown, SYS_symlink, SYS_truncate}, [] {
    ::chmod("/redcode-none", 04755);
    ::fchmod(::open("/usr", O_RDONLY), 0755);
    ::lchown("/redcode-none", 0, static_cast<gid_t>(-1));
    ::symlink("../to", "/redcode-none/link");
    ::truncate("/redcode-none", 7);
    return 0;
  });

  EXPECT_EQ(child.wait(), 0);

  EXPECT_THAT(tries(*log), ElementsAre(call("chmod", "/redcode-none", "mode 04755"),
                                       call("fchmod", "/usr", "mode 0755"),
                                       call("lchown", "/redcode-none", "owner 0:-1"),
                                       call("symlink", "/redcode-none/link", "to ../to"),
                                       call("truncate", "/redcode-none", "7 bytes")));
}

TEST_F(CallLog, TellsWhereConnectionsWereToGo) {
  FilteredChild child(socket(), {SYS_connect, SYS_sendto}, [] {
    const int fd = ::socket(AF_INET, SOCK_DGRAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(9);
    ::inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    const auto* generic = reinterpret_cast<const sockaddr*>(&address);
    ::sendto(fd, "abc", 3, 0, generic, sizeof address);
    ::connect(-1, generic, sizeof address);
    return 0;
  });

  EXPECT_EQ(child.wait(), 0);

  EXPECT_THAT(tries(*log), ElementsAre(call("sendto", "127.0.0.1:9", "3 bytes"),
                                       call("connect", "127.0.0.1:9", "")));
}

TEST_F(CallLog, TellsSignalsToOthersButNotToOwnThreads) {
  FilteredChild child(socket(), {SYS_kill, SYS_tgkill}, [] {
    ::signal(SIGUSR1, SIG_IGN);
    ::syscall(SYS_tgkill, ::getpid(), ::gettid(), SIGUSR1);
    ::kill(999'999'999, SIGKILL);
    ::kill(::getpid(), 0);
    return 0;
  });
  const std::string own = "process " + std::to_string(child.pid());
  const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();

  EXPECT_EQ(child.wait(), 0);

  EXPECT_THAT(tries(*log), ElementsAre(call("kill", "process 999999999", "SIGKILL"),
                                       call("kill", own, "signal 0 " + program)));
}

TEST_F(CallLog, TellsWhoCalled) {
  FilteredChild child(socket(), {SYS_unlink}, [] {
    ::unlink("/redcode-none");
    return 0;
  });
  const pid_t pid = child.pid();

  child.wait();

  EXPECT_THAT(tries(*log), ElementsAre(Field(&Call::process, pid)));
}

TEST_F(CallLog, LeavesOutWhatTheRuntimeDoesBeforeItStartsTheCommand) {
  FilteredChild child(
      socket(), {SYS_unlink}, [] { return ::unlink("/redcode-none/command") + 1; },
      [] { ::unlink("/redcode-none/runtime"); });

  EXPECT_EQ(child.wait(), 0);

  EXPECT_THAT(log->take(), ElementsAre(call("execve", absent_command, absent_command),
                                       call("unlink", "/redcode-none/command", "")));
}

TEST_F(CallLog, SurvivesPointersToNowhere) {
  FilteredChild child(socket(), {SYS_unlink, SYS_execve, SYS_connect, SYS_openat2}, [] {
    ::syscall(SYS_unlink, 8);
    ::syscall(SYS_execve, ~0UL, 8, 8);
    ::syscall(SYS_connect, 0, 8, ~0UL);
    ::syscall(SYS_openat2, AT_FDCWD, 8, 8, ~0UL);
    return 0;
  });

  EXPECT_EQ(child.wait(), 0);

  EXPECT_THAT(tries(*log), SizeIs(4));
}

TEST_F(CallLog, KeepsARepeatedCallOnce) {
  FilteredChild child(socket(), {SYS_unlink}, [] {
    for (int i = 0; i < 100; ++i) {
      ::unlink("/redcode-none/a");
      ::unlink("/redcode-none/b");
    }
    return 0;
  });

  EXPECT_EQ(child.wait(), 0);

  EXPECT_THAT(tries(*log), ElementsAre(call("unlink", "/redcode-none/a", ""),
                                       call("unlink", "/redcode-none/b", "")));
  EXPECT_EQ(log->lost(), 0U);
}

TEST_F(CallLog, CountsWhatDoesNotFit) {
  FilteredChild child(socket(), {SYS_unlink}, [] {
    unlink_all("/redcode-none/", 20'006);
    return 0;
  });

  EXPECT_EQ(child.wait(), 0);

  EXPECT_EQ(log->lost(), 7U);  // with the command's start
  EXPECT_THAT(log->take(), SizeIs(20'000));
}

TEST_F(CallLog, BoundsTheTextItKeeps) {
  FilteredChild child(socket(), {SYS_unlink}, [] {
    unlink_all("/" + std::string(10'000, 'x'), 1);
    unlink_all("/" + std::string(4000, 'y'), 1100);
    return 0;
  });

  EXPECT_EQ(child.wait(), 0);

  EXPECT_GT(log->lost(), 0U);
  std::size_t text = 0;
  for (const Call& one : tries(*log)) {
    EXPECT_LE(one.target.size(), 4096U);
    text += one.target.size();
  }
  EXPECT_LE(text, std::size_t{4} << 20U);
}

// What a pointer points to can be changed by another thread between our reading and the kernel's,
// so nothing may rest on a path in this log. Numbers were copied by the kernel before it told us.
TEST_F(CallLog, NumbersCannotBeForgedByARacingThread) {
  FilteredChild child(socket(), {SYS_openat}, [] {
    std::array<char, 32> path{"/redcode-none/a"};
    std::atomic<bool> done = false;
    std::thread racer([&] {
      while (!done) path[14] = path[14] == 'a' ? 'b' : 'a';
    });
    for (int i = 0; i < 300; ++i) {
      ::syscall(SYS_openat, AT_FDCWD, path.data(), O_WRONLY | O_EXCL, 0);
    }
    done = true;
    racer.join();
    return 0;
  });

  EXPECT_EQ(child.wait(), 0);

  const std::vector<Call> calls = tries(*log);
  EXPECT_THAT(calls, ::testing::Not(IsEmpty()));
  for (const Call& one : calls) {
    EXPECT_EQ(one.name, "openat");
    EXPECT_EQ(one.detail, "O_WRONLY|O_EXCL");
  }
}

TEST_F(CallLog, FailsTheCallsOfASandboxWhoseRecorderEnded) {
  std::array<int, 2> gate{};
  ASSERT_EQ(::pipe(gate.data()), 0);
  FilteredChild child(socket(), {SYS_unlink}, [&] {
    ::unlink("/redcode-none");
    char byte = 0;
    if (::read(gate[0], &byte, 1) != 1) return 1;
    return ::unlink("/redcode-none") != 0 && errno == ENOSYS ? 0 : 2;
  });
  ASSERT_TRUE(soon([&] { return !tries(*log).empty(); }));

  recorder.reset();
  ASSERT_EQ(::write(gate[1], "x", 1), 1);

  EXPECT_EQ(child.wait(), 0);
  EXPECT_FALSE(std::filesystem::exists(socket()));
}

TEST_F(CallLog, StopsListeningWhenTheLogIsLetGo) {
  std::array<int, 2> gate{};
  ASSERT_EQ(::pipe(gate.data()), 0);
  FilteredChild child(socket(), {SYS_unlink}, [&] {
    ::unlink("/redcode-none");
    char byte = 0;
    if (::read(gate[0], &byte, 1) != 1) return 1;
    return ::unlink("/redcode-none") != 0 && errno == ENOSYS ? 0 : 2;
  });
  ASSERT_TRUE(soon([&] { return !tries(*log).empty(); }));

  log.reset();
  ASSERT_TRUE(soon([&] { return !std::filesystem::exists(socket()); }));
  ASSERT_EQ(::write(gate[1], "x", 1), 1);

  EXPECT_EQ(child.wait(), 0);
}

TEST_F(CallLog, KeepsSandboxesApart) {
  const std::filesystem::path other_socket = temp.path() / "other.sock";
  const auto other_log = recorder->listen(other_socket);
  FilteredChild one(socket(), {SYS_unlink}, [] { return ::unlink("/redcode-none/1") + 1; });
  FilteredChild other(other_socket, {SYS_unlink}, [] { return ::unlink("/redcode-none/2") + 1; });

  EXPECT_EQ(one.wait(), 0);
  EXPECT_EQ(other.wait(), 0);

  EXPECT_THAT(tries(*log), ElementsAre(call("unlink", "/redcode-none/1", "")));
  EXPECT_THAT(tries(*other_log), ElementsAre(call("unlink", "/redcode-none/2", "")));
}

TEST_F(CallLog, ServesANeighbourOfASandboxThatFloods) {
  const std::filesystem::path other_socket = temp.path() / "other.sock";
  const auto other_log = recorder->listen(other_socket);
  FilteredChild flood(socket(), {SYS_unlink}, [] {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (;;) ::unlink("/redcode-none");
    return 0;
  });
  ASSERT_TRUE(soon([&] { return !tries(*log).empty(); }));

  FilteredChild neighbour(other_socket, {SYS_unlink}, [] {
    unlink_all("/redcode-none/", 500);
    return 0;
  });

  EXPECT_EQ(neighbour.wait(), 0);
  EXPECT_THAT(tries(*other_log), SizeIs(500));
}

TEST_F(CallLog, IgnoresWhoSendsNothingOrSomethingElse) {
  const Fd silent = connected(socket(), SOCK_STREAM);
  const Fd wrong = connected(socket(), SOCK_STREAM);
  ASSERT_TRUE(send_descriptor(wrong, "{}", STDIN_FILENO));
  FilteredChild child(socket(), {SYS_unlink}, [] { return ::unlink("/redcode-none") + 1; });

  EXPECT_EQ(child.wait(), 0);

  EXPECT_THAT(tries(*log), SizeIs(1));
  EXPECT_EQ(log->lost(), 1U);
}

TEST_F(CallLog, ClosesWhatASandboxThatEndedLeft) {
  const auto open_files = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
  };
  const auto before = open_files();

  for (int i = 0; i < 20; ++i) {
    FilteredChild child(socket(), {SYS_unlink}, [] { return ::unlink("/redcode-none") + 1; });
    EXPECT_EQ(child.wait(), 0);
  }

  EXPECT_TRUE(soon([&] { return open_files() == before; }));
}

TEST_F(CallLog, RefusesAPathThatIsTaken) { EXPECT_THROW(recorder->listen(socket()), Failure); }

}  // namespace
}  // namespace redcode::oci
