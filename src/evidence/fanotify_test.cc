#include "evidence/fanotify.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/fanotify.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <optional>

#include "base/failure.h"
#include "base/temp_dir.h"

namespace redcode::evidence {
namespace {

// A file system of the test's own, so that nobody else's events come. The parameter: as on a kernel
// before Linux 6.13.
class FanotifyQueue : public testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "needs root to watch";
    ASSERT_EQ(mount("tmpfs", dir.path().c_str(), "tmpfs", 0, "size=1m"), 0);
    top = Fd(open(dir.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  }
  void TearDown() override {
    top = Fd();
    umount2(dir.path().c_str(), MNT_DETACH);
  }

  Fd made(const char* name) const {
    return Fd(openat(top.get(), name, O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  }
  static void write_to(const Fd& file) { ASSERT_EQ(write(file.get(), "x", 1), 1); }

  // While it lives, so many more files can be opened.
  class Room {
   public:
    explicit Room(rlim_t more) {
      getrlimit(RLIMIT_NOFILE, &before_);
      const Fd next(dup(STDIN_FILENO));
      const rlimit few{.rlim_cur = static_cast<rlim_t>(next.get()) + more,
                       .rlim_max = before_.rlim_max};
      setrlimit(RLIMIT_NOFILE, &few);
    }
    Room(Room&&) = delete;
    Room& operator=(Room&&) = delete;
    Room(const Room&) = delete;
    Room& operator=(const Room&) = delete;
    ~Room() { setrlimit(RLIMIT_NOFILE, &before_); }

   private:
    rlimit before_{};
  };

  TempDir dir{"fanotify-test"};
  Fd top;
};

INSTANTIATE_TEST_SUITE_P(Kernels, FanotifyQueue, testing::Values(false, true),
                         [](const auto& one) { return one.param ? "Old" : "Own"; });

std::size_t without_file(const std::vector<Happening>& events) {
  return static_cast<std::size_t>(
      std::ranges::count_if(events, [](const Happening& one) { return !one.file; }));
}

TEST_P(FanotifyQueue, TellsOfEachFileWithTheFileItself) {
  const Fanotify group(Fanotify::Tells::uses, GetParam());
  const Fd a = made("a");
  const Fd b = made("b");
  ASSERT_TRUE(group.watch(top.get(), FAN_MODIFY));
  write_to(a);
  write_to(b);

  const std::vector<Happening> events = group.read();

  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(without_file(events), 0U);
  EXPECT_EQ(events[1].process, getpid());
  EXPECT_EQ(path_of(events[1].file.get()), (dir.path() / "b").string());
  EXPECT_TRUE(group.read().empty());
}

TEST_P(FanotifyQueue, AnEventThatNoDescriptorIsLeftForIsNoSilence) {
  const Fanotify group(Fanotify::Tells::uses, GetParam());
  const Fd a = made("a");
  ASSERT_TRUE(group.watch(top.get(), FAN_MODIFY));
  write_to(a);
  const Room none(0);

  const std::vector<Happening> events = group.read();

  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(without_file(events), 1U);
}

TEST_P(FanotifyQueue, NorIsOneBehindOthers) {
  const Fanotify group(Fanotify::Tells::uses, GetParam());
  const Fd a = made("a");
  const Fd b = made("b");
  const Fd c = made("c");
  ASSERT_TRUE(group.watch(top.get(), FAN_MODIFY));
  write_to(a);
  write_to(b);
  write_to(c);
  const Room two(2);

  const std::vector<Happening> events = group.read();

  ASSERT_EQ(events.size(), 3U);
  EXPECT_TRUE(events[0].file);
  EXPECT_FALSE(events[2].file);
}

TEST_P(FanotifyQueue, WhoHoldsALeaseDoesNotMakeUsWait) {
  std::signal(SIGIO, SIG_IGN);  // how the kernel asks for a lease back
  const Fanotify group(Fanotify::Tells::uses, GetParam());
  const Fd a = made("a");
  ASSERT_EQ(fcntl(a.get(), F_SETLEASE, F_WRLCK), 0);
  ASSERT_TRUE(group.watch(top.get(), FAN_MODIFY));
  write_to(a);

  const std::vector<Happening> events = group.read();

  ASSERT_EQ(events.size(), 1U);
  EXPECT_FALSE(events[0].file);
  EXPECT_TRUE(group.read().empty());
}

// Whoever opens sandboxes waits for what is busy, and gives up on what is not to be had.
TEST_P(FanotifyQueue, AHostWithoutRoomIsBusy) {
  std::optional<Failure::Kind> kind;

  try {
    const Room none(0);  // not in the handler: a sanitizer opens pipes there
    const Fanotify queue(Fanotify::Tells::uses, GetParam());
  } catch (const Failure& failure) {
    kind = failure.kind();
  }

  EXPECT_EQ(kind, Failure::Kind::busy);
}

TEST_P(FanotifyQueue, ForgetsWhatWaits) {
  const Fanotify group(Fanotify::Tells::uses, GetParam());
  const Fd a = made("a");
  ASSERT_TRUE(group.watch(top.get(), FAN_MODIFY));
  write_to(a);

  group.forget_all();

  EXPECT_TRUE(group.read().empty());
}

}  // namespace
}  // namespace redcode::evidence
