// The policy's limits as programs meet them, and policies that cannot be enforced.
#include <chrono>
#include <fstream>

#include "base/temp_dir.h"
#include "contract.h"

namespace redcode::contract {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

class Limits : public Contract {
 protected:
  // Why the engine does not open under the policy and world; "no failure" if it does.
  std::string refusal() { return failure_of(open_and_close()); }

  // What `script` says inside, or "refused".
  std::string where_opened(std::string script) {
    return refusal() == "no failure" ? own_output(std::move(script)) : "refused";
  }

  Task<> open_and_close() {
    const std::unique_ptr<sandbox::Sandbox> box = co_await open();
    co_await box->close();
  }
};
INSTANTIATE_TEST_SUITE_P(, Limits, testing::ValuesIn(engine_names()), name_of);

const std::string too_much_memory = "x = bytearray(600_000_000)\nprint(len(x))";

TEST_P(Limits, AProgramOutOfMemoryIsKilledAndTheSandboxLivesOn) {
  if (has_own_kernel()) GTEST_SKIP() << "gVisor: see the next";
  policy.memory_limit = std::uint64_t{256} << 20U;

  const auto endings = in_own({python(too_much_memory), bash("echo still here")});

  EXPECT_EQ(code_of(endings[0]), 137);
  EXPECT_EQ(endings[0].out, "");
  EXPECT_EQ(endings[1].out, "still here\n");
}

TEST_P(Limits, AGuestKernelOutOfMemoryDiesAndThatIsAFailure) {
  if (!has_own_kernel()) GTEST_SKIP() << "only where the sandbox has a kernel of its own";
  policy.memory_limit = std::uint64_t{256} << 20U;

  try {
    const auto endings = in_own({python(too_much_memory)});
    EXPECT_NE(endings[0].out, "600000000\n") << "the limit did not hold";
    EXPECT_NE(code_of(endings[0]), 0);
  } catch (const Failure& failure) {
    EXPECT_THAT(failure.what(), HasSubstr("the sandbox died"));
  }
}

TEST_P(Limits, OneHugeFileIsRefusedAtOnce) {
  const auto endings = in_own({bash("fallocate -l 6G ~/huge"), bash("du -k ~/huge | cut -f1")});

  EXPECT_NE(code_of(endings[0]), 0);
  EXPECT_LT(std::stoull("0" + endings[1].out), 600'000U) << "it took the host's disk";
}

// Where the kernel does not say no, somebody looks: what wrote too much is ended, and nothing more
// is started.
TEST_P(Limits, ManyFilesDoNotTakeTheHostsDiskEither) {
  if (has_own_kernel()) GTEST_SKIP() << "looked at more rarely; its files are the same daemon's";
  const auto endings = in_own(
      {bash("for i in $(seq 12); do fallocate -l 60M ~/file$i || exit 28; done; sleep 15; echo on"),
       bash("fallocate -l 60M ~/more && echo more")});

  EXPECT_NE(code_of(endings[0]), 0);
  EXPECT_THAT(endings[0].out, Not(HasSubstr("on")));
  EXPECT_THAT(endings[1].out, Not(HasSubstr("more")));
}

TEST_P(Limits, OneSandboxCannotTakeAllInotifyInstances) {
  if (!GetParam().starts_with("oci") || has_own_kernel()) {
    GTEST_SKIP() << GetParam() << " has no user namespace of its own, or a kernel of its own";
  }

  const auto endings =
      in_own({python("import ctypes\n"
                     "libc = ctypes.CDLL(None)\n"
                     "print(sum(libc.inotify_init() >= 0 for i in range(200)))")});

  EXPECT_EQ(endings[0].out, "32\n") << endings[0].err;
}

TEST_P(Limits, TheNumberOfProcessesIsLimited) {
  policy.pids_limit = 40;

  // A guest kernel's own threads count too, so it may die of it; a limit that does nothing shows as
  // "100".
  try {
    const auto endings =
        in_own({python("import os, time\nn = 0\ntry:\n"
                       "    for n in range(100):\n"
                       "        if os.fork() == 0: time.sleep(30); os._exit(0)\n"
                       "    n = 100\nexcept OSError: pass\nprint(n)")});
    EXPECT_LT(std::stoi("0" + endings[0].out), 40) << endings[0].err;
  } catch (const Failure&) {
    EXPECT_TRUE(has_own_kernel()) << "the sandbox must live";
  }
}

TEST_P(Limits, AForkBombEndsWithItsCommand) {
  if (has_own_kernel()) GTEST_SKIP() << "gVisor: a kernel without processes may die";
  policy.pids_limit = 40;
  policy.command_timeout = 3s;

  const auto endings =
      in_own({bash("f() { f | f & }; f 2>/dev/null; sleep 100"), bash("ps -e | wc -l")});

  EXPECT_EQ(code_of(endings[0]), -1);
  EXPECT_LT(std::stoi("0" + endings[1].out), 8) << endings[1].err;
}

TEST_P(Limits, TheProcessorIsShared) {
  if (has_own_kernel()) GTEST_SKIP() << "gVisor counts its own time; the host's quota is attested";
  policy.cpu_quota = 20'000;

  const sandbox::Ending ending =
      in_own({python("import time\nend = time.monotonic() + 3\n"
                     "while time.monotonic() < end: pass\n"
                     "print(time.process_time())")})[0];

  // A fifth of 3 s is 0.6 s.
  EXPECT_GT(std::stod("0" + ending.out), 0.1) << ending.err;
  EXPECT_LT(std::stod("0" + ending.out), 1.0);
}

TEST_P(Limits, ADiskLimitHoldsOrTheSandboxRefuses) {
  policy.disk_limit = std::uint64_t{32} << 20U;
  if (traits().engine != "oci") {
    EXPECT_THAT(refusal(), HasSubstr("use the oci engine"));
    return;
  }

  const auto endings = in_own({bash("head -c 100000000 /dev/zero > ~/big; wc -c < ~/big; rm ~/big"),
                               bash("echo x > ~/y && cat ~/y")});

  EXPECT_LE(std::stoull("0" + endings[0].out), policy.disk_limit);
  EXPECT_GT(std::stoull("0" + endings[0].out), policy.disk_limit / 2);
  EXPECT_THAT(endings[0].err, HasSubstr("No space left on device"));
  EXPECT_EQ(endings[1].out, "x\n");
}

TEST_P(Limits, AFilesLimitHoldsOrTheSandboxRefuses) {
  policy.files_limit = 500;
  if (traits().engine != "oci") {
    EXPECT_THAT(refusal(), HasSubstr("use the oci engine"));
    return;
  }

  const sandbox::Ending ending = in_own({bash(
      "mkdir ~/d; cd ~/d; for i in $(seq 1000); do : > $i || break; done; find . -type f | wc -l")})
      [0];

  EXPECT_LE(std::stoi("0" + ending.out), 500);
  EXPECT_GT(std::stoi("0" + ending.out), 100);
}

TEST_P(Limits, AnImageThatIsNotThereIsRefusedWithWhatToDo) {
  policy.image = "no-such-image:1";

  EXPECT_NE(refusal(), "no failure");
  EXPECT_THAT(failure_of(engine().image_digest("no-such-image:1")), HasSubstr("redcode image"));
}

TEST_P(Limits, AUserThatIsNoneIsRefused) {
  for (const char* user : {"nobody", "1000", "-1:0", "1000:1000:1", "", "1000:", "1e3:1"}) {
    policy.user = user;
    EXPECT_NE(refusal(), "no failure") << '"' << user << '"';
  }
}

TEST_P(Limits, AMountIsExactOrRefused) {
  const TempDir shared("contract-mount");
  std::filesystem::create_directory(shared.path() / "a:b");
  const std::string source = shared.path().string();
  policy.mounts = {{.source = source + "/a:b", .target = "/in"}};
  EXPECT_THAT(where_opened("test -d /in && ! touch /in/x 2>/dev/null && echo exact"),
              testing::AnyOf("refused", "exact\n"));
  policy.mounts = {{.source = source, .target = "/in:rw"}};
  EXPECT_THAT(where_opened("test -d /in:rw && ! test -e /in && echo exact"),
              testing::AnyOf("refused", "exact\n"));
  policy.mounts = {{.source = source, .target = "in"}};
  EXPECT_NE(refusal(), "no failure");
  policy.mounts = {{.source = "relative", .target = "/in"}};
  EXPECT_NE(refusal(), "no failure");
}

TEST_P(Limits, AMountOfNothingIsRefusedAndNothingIsMade) {
  const TempDir shared("contract-mount");
  const std::filesystem::path missing = shared.path() / "missing";
  policy.mounts = {{.source = missing.string(), .target = "/in"}};

  EXPECT_NE(refusal(), "no failure");

  EXPECT_FALSE(std::filesystem::exists(missing));
}

TEST_P(Limits, ASeededPathThatIsNotPlainIsRefused) {
  for (const char* path : {"relative", "/home/dev/../../etc/x", "/home//dev/x", "/"}) {
    world.files = {{.path = path, .content = "x"}};
    EXPECT_NE(refusal(), "no failure") << path;
  }
}

}  // namespace
}  // namespace redcode::contract
