// What a program inside cannot do, whoever it is.
#include <unistd.h>

#include <array>
#include <boost/asio/ip/tcp.hpp>

#include "contract.h"

namespace redcode::contract {
namespace {

using testing::HasSubstr;
using testing::Not;

class Confinement : public Contract {};
INSTANTIATE_TEST_SUITE_P(, Confinement, testing::ValuesIn(engine_names()), name_of);

// Calls the kernel by number and prints "name errno" of what should not work.
const std::string forbidden_calls = R"(
import ctypes, errno
libc = ctypes.CDLL(None, use_errno=True)
calls = {'mount': 165, 'umount2': 166, 'pivot_root': 155, 'chroot': 161, 'swapon': 167, 'reboot': 169,
         'sethostname': 170, 'init_module': 175, 'finit_module': 313, 'kexec_load': 246, 'bpf': 321,
         'perf_event_open': 298, 'userfaultfd': 323, 'open_by_handle_at': 304, 'acct': 163,
         'settimeofday': 164, 'clock_settime': 227, 'add_key': 248, 'keyctl': 250,
         'io_uring_setup': 425, 'fsopen': 430, 'open_tree': 428, 'quotactl': 179, 'iopl': 172}
for name, number in calls.items():
    result = libc.syscall(number, 0, 0, 0, 0, 0)
    print(name, errno.errorcode.get(ctypes.get_errno(), '?') if result == -1 else 'worked')
)";

TEST_P(Confinement, NoCapabilityIsHeldNorCanBeGained) {
  EXPECT_EQ(common_output("grep -hE '^Cap' /proc/1/status /proc/self/status | cut -f2 | sort -u"),
            "0000000000000000\n");
}

TEST_P(Confinement, SetuidProgramsRaiseNobody) {
  const sandbox::Ending program = in_common(bash("cat /usr/bin/id"));
  world.files = {{.path = "/opt/id", .content = program.out, .mode = 04755, .owner = "root"},
                 {.path = "/home/dev/id", .content = program.out, .mode = 06755, .owner = "root"}};

  EXPECT_EQ(own_output("/opt/id -u; /home/dev/id -u; /opt/id -ru; /home/dev/id -g"),
            "1000\n1000\n1000\n1000\n");
}

TEST_P(Confinement, NewPrivilegesAreOff) {
  const sandbox::Ending ending = in_common(python(
      "import ctypes; print(ctypes.CDLL(None).prctl(39, 0, 0, 0, 0))"));  // PR_GET_NO_NEW_PRIVS

  EXPECT_EQ(ending.out, "1\n");
  if (!has_own_kernel()) {
    EXPECT_EQ(common_output("grep NoNewPrivs /proc/1/status"), "NoNewPrivs:\t1\n");
  }
}

TEST_P(Confinement, CallsThatReachTheHostAreRefused) {
  world.root = true;

  const sandbox::Ending ending = in_own({python(forbidden_calls)})[0];

  EXPECT_THAT(ending.out, Not(HasSubstr("worked"))) << ending.err;
  EXPECT_THAT(ending.out, HasSubstr("mount EPERM\n"));
  EXPECT_THAT(ending.out, HasSubstr("\nbpf E"));
}

TEST_P(Confinement, ASeccompFilterHoldsOnEveryCommand) {
  if (has_own_kernel()) GTEST_SKIP() << "gVisor: its kernel is behind the filter, not the program";

  EXPECT_EQ(common_output("grep -h '^Seccomp:' /proc/1/status /proc/self/status"),
            "Seccomp:\t2\nSeccomp:\t2\n");
}

TEST_P(Confinement, NamespacesCannotBeMade) {
  if (has_own_kernel()) GTEST_SKIP() << "gVisor: namespaces of its own kernel reach nothing";

  EXPECT_EQ(common_output("for f in -U -m -n -p -i -u; do unshare $f true 2>/dev/null && echo $f; "
                          "done; unshare -Ur true 2>/dev/null && echo -Ur; true"),
            "");
}

TEST_P(Confinement, DevicesCannotBeMadeNorHarmfulOnesFound) {
  world.root = true;

  EXPECT_EQ(own_output("mknod /tmp/m c 1 1 2>/dev/null && echo made; "
                       "mknod /home/dev/m b 8 0 2>/dev/null && echo made; "
                       "cd /dev; for d in mem kmem port kvm sda vda loop0 kmsg mapper "
                       "net/tun disk cpu snapshot; do test -e $d && echo $d; done; "
                       "head -c 5 /dev/zero | od -An -tx1; test -c /dev/urandom && echo ok"),
            " 00 00 00 00 00\nok\n");
}

TEST_P(Confinement, TheKernelsSettingsCannotBeWritten) {
  world.root = true;

  EXPECT_EQ(own_output("for f in /proc/sys/kernel/core_pattern /proc/sys/kernel/hostname "
                       "/proc/sys/vm/drop_caches /proc/sysrq-trigger /proc/sys/fs/file-max "
                       "/sys/kernel/mm/transparent_hugepage/enabled /sys/power/state; do "
                       "(echo 1 > $f) 2>/dev/null && echo $f; done; "
                       "mkdir /sys/fs/cgroup/x /sys/fs/cgroup/memory/x /sys/x 2>/dev/null && echo "
                       "made; true"),
            "");
}

TEST_P(Confinement, OnlyTheLoopbackIsThere) {
  EXPECT_EQ(common_output("tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' '"), "lo\n");
}

TEST_P(Confinement, NothingOutsideAnswers) {
  EXPECT_EQ(
      common_output("for a in 192.0.2.1 198.51.100.7 10.0.0.1 172.17.0.1 169.254.169.254; do "
                    "timeout 3 bash -c \"</dev/tcp/$a/80\" 2>/dev/null && echo $a; done; true"),
      "");
}

TEST_P(Confinement, TheHostsOwnPortsAreOutOfReach) {
  const asio::ip::tcp::endpoint anywhere(asio::ip::address_v4::loopback(), 0);
  const asio::ip::tcp::acceptor door(context(), anywhere);
  const int port = door.local_endpoint().port();

  EXPECT_EQ(common_output(fmt::format(
                "timeout 3 bash -c '</dev/tcp/127.0.0.1/{}' 2>/dev/null && echo reached", port)),
            "");
}

TEST_P(Confinement, TheHostsProcessesAreOutOfSight) {
  const std::string out = common_output(
      fmt::format("kill -0 {} 2>/dev/null && echo reached; ls /proc | grep -c '^[0-9]'", getpid()));

  EXPECT_LT(std::stoi(out), 12) << out;
}

TEST_P(Confinement, TheHostsNameAndFilesAreOutOfSight) {
  std::array<char, 256> name{};
  ASSERT_EQ(gethostname(name.data(), name.size() - 1), 0);

  const std::string out = common_output(fmt::format(
      "hostname; find /var/run/docker.sock /run/docker.sock /run/redcode /run/containerd "
      "/var/lib/docker /var/lib/redcode /proc/1/root{} -maxdepth 0 2>/dev/null; true",
      std::filesystem::current_path().string()));

  EXPECT_THAT(out, Not(HasSubstr(name.data())));
  EXPECT_THAT(out, Not(HasSubstr("/")));
}

TEST_P(Confinement, TmpIsBoundedAndHoldsNoDevicesNorSetuidPrograms) {
  const auto endings =
      in_own({bash("head -c 120000000 /dev/zero > /tmp/big; wc -c < /tmp/big; rm /tmp/big"),
              bash("grep ' /tmp ' /proc/mounts"), bash("echo x > /tmp/y && cat /tmp/y")});

  EXPECT_EQ(endings[0].out, "104857600\n");
  EXPECT_THAT(endings[0].err, HasSubstr("No space left on device"));
  if (!has_own_kernel()) {
    EXPECT_THAT(endings[1].out, HasSubstr("nosuid"));
    EXPECT_THAT(endings[1].out, HasSubstr("nodev"));
  }
  EXPECT_EQ(endings[2].out, "x\n");
}

TEST_P(Confinement, SharedMemoryIsBounded) {
  const sandbox::Ending ending = in_own(
      {bash("timeout 20 head -c 1200000000 /dev/zero > /dev/shm/big; wc -c < /dev/shm/big")})[0];

  EXPECT_LE(std::stoull("0" + ending.out), std::uint64_t{1} << 30U) << ending.err;
  EXPECT_THAT(ending.err, HasSubstr("No space left on device"));
}

}  // namespace
}  // namespace redcode::contract
