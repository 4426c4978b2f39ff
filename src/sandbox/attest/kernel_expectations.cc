#include "sandbox/attest/expectations.h"

namespace redcode::attest {

std::vector<Expectation> kernel_expectations(const Setting& setting) {
  const std::string unless =
      setting.host_kernel ? "" : "not judged: it is the sandbox's own kernel";
  Rows rows;
  // Tried for real: whatever the reason, they must not work.
  rows.must_unless(unless, {"kernel.io_uring", "kernel.syslog"}, refused())
      .must({"kernel.bpf", "kernel.userfaultfd", "kernel.keyctl", "kernel.add_key",
             "kernel.perf_event_open", "kernel.ptrace", "kernel.kcmp", "kernel.process_vm_readv",
             "kernel.process_vm_writev", "kernel.pidfd_getfd", "kernel.fanotify", "kernel.iopl",
             "kernel.ioperm", "kernel.personality", "kernel.chroot", "kernel.vhangup",
             "mount.remount", "mount.open_tree", "mount.setattr"},
            refused());
  // Tried with arguments that cannot do harm: the right itself must be missing.
  rows.must({"kernel.request_key", "kernel.kexec_load", "kernel.kexec_file_load",
             "kernel.init_module", "kernel.finit_module", "kernel.delete_module", "kernel.swapon",
             "kernel.swapoff", "kernel.reboot", "kernel.acct", "kernel.quotactl",
             "kernel.sethostname", "kernel.setdomainname", "kernel.open_by_handle_at",
             "mount.mount", "mount.umount", "mount.pivot_root", "mount.fsopen", "mount.move_mount"},
            denied())
      .must({"socket.packet", "socket.raw", "socket.raw6", "socket.alg", "socket.vsock",
             "socket.bluetooth", "socket.can", "socket.xdp"},
            refused())
      .must({"socket.netlink_route", "socket.netlink_audit"}, denied())
      .must({"clock.settimeofday"}, refused())
      .must({"clock.clock_settime", "clock.adjtimex", "clock.clock_adjtime"}, denied())
      .must({"clock.wall"}, between(setting.host_time - 60, setting.host_time + 60))
      .must({"clock.monotonic"}, between(10, 2000));
  return rows.take();
}

}  // namespace redcode::attest
