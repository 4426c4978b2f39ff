#include <algorithm>

#include "base/text.h"
#include "sandbox/attest/expectations.h"

namespace redcode::attest {
namespace {

// "/etc=read-only /usr=read-only": all of the policy's, each so.
Want all_read_only(const std::vector<std::string>& paths) {
  return {.text = "read-only, each", .holds = [paths](std::string_view found) {
            const std::vector<std::string> words = split(found, ' ');
            return std::ranges::all_of(paths, [&words](const std::string& path) {
              return std::ranges::find(words, path + "=read-only") != words.end();
            });
          }};
}

// A daemon brings files of its own; a policy may show host directories.
Want only_known_binds(const Setting& setting) {
  std::vector<std::string> known;
  if (!setting.engine.starts_with("oci")) {
    known = {"/etc/hostname", "/etc/hosts", "/etc/resolv.conf"};
  }
  for (const record::Mount& mount : setting.policy.mounts) known.push_back(mount.target);
  // What is made read-only is a mount of its own on top of itself.
  for (const std::string& path : setting.policy.read_only_paths) known.push_back(path);
  return {.text = "none the policy has not", .holds = [known](std::string_view found) {
            return found == "nothing" ||
                   std::ranges::all_of(split(found, ' '), [&known](const std::string& path) {
                     return std::ranges::find(known, path) != known.end();
                   });
          }};
}

}  // namespace

std::vector<Expectation> file_expectations(const Setting& setting) {
  const std::string unless =
      setting.host_kernel ? "" : "not judged: it is the sandbox's own kernel";
  Rows rows;
  rows.must({"file.kcore", "file.keys", "file.timer_list", "file.sched_debug", "file.kmsg",
             "file.kpageflags", "file.slabinfo", "file.vmallocinfo"},
            unreadable())
      .must_unless(unless, {"file.pid_one_environ", "file.pid_one_maps", "file.pid_one_auxv"},
                   unreadable())
      .must_unless(unless, {"file.pid_one_root", "file.pid_one_fd"}, nothing())
      .must_unless(unless, {"file.pid_one_mem", "file.pid_one_oom"}, refused())
      .must({"file.acpi", "file.scsi", "file.sys_firmware", "file.powercap", "file.debugfs",
             "file.tracefs", "file.bpffs", "file.modules", "file.boot"},
            nothing())
      .must({"file.sysrq_trigger", "file.core_pattern", "file.modprobe", "file.binfmt_misc",
             "file.sysctl", "file.uevent_helper", "file.power_state", "file.release_agent",
             "file.read_only", "file.system_folders", "file.shadow"},
            refused())
      .must({"file.kallsyms", "file.iomem", "file.module_addresses"},
            one_of({"zeros", "refused or absent"}))
      .must({"file.cgroup", "file.descriptors", "file.environment", "file.sockets",
             "file.host_paths", "file.host_file"},
            nothing())
      .must({"file.working_folder"}, exactly("/home/dev"))
      .must_unless(unless, {"mount.proc_sys", "mount.sys"}, one_of({"read-only", "absent"}))
      .must_unless(unless, {"mount.tmpfs_flags", "mount.proc_flags"}, nothing())
      .must({"mount.read_only"}, all_read_only(setting.policy.read_only_paths))
      .must({"mount.binds"}, only_known_binds(setting))
      .must({"mount.binds_writable", "mount.shared"}, nothing());
  return rows.take();
}

}  // namespace redcode::attest
