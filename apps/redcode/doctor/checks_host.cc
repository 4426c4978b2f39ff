// The checks of this host: its kernel, the environment of this process, and our own data.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "doctor/findings.h"
#include "sandbox/engines/engines.h"

namespace redcode::app {
namespace {

constexpr Concerns all = Concerns::everything;
constexpr Concerns oci = Concerns::oci;

// Only what is ours: a daemon's other containers and images are other people's.
constexpr const char* clears_room =
    "redcode sandbox reap # then redcode runs prune, or make room otherwise";

std::vector<Check> of_kernels() {
  return {
      {"not-root", "root", oci, Impact::blocks, "redcode is not root.",
       "oci makes mounts, namespaces and control groups, which needs root. docker does without, "
       "and without the log of tries.",
       "sudo redcode doctor"},
      {"no-privileges", "root", oci, Impact::blocks,
       "redcode is root without root's capabilities, as in a container without privileges.",
       "oci makes mounts, namespaces and control groups.",
       "docker run --privileged --pid=host --network=host --cgroupns=host -v "
       "/var/run/docker.sock:/var/run/docker.sock redcode doctor"},
      {"process-events", "processes", oci, Impact::blocks,
       "The kernel does not tell of processes here: these are not the host's own network and "
       "process namespaces.",
       "The observer of processes cannot open, and every trial would be invalid.",
       "docker run --privileged --pid=host --network=host --cgroupns=host -v "
       "/var/run/docker.sock:/var/run/docker.sock redcode doctor"},
      {"kernel-old", "kernel", oci, Impact::blocks,
       "The kernel is older than 5.19, which oci's overlays of shifted owners need.",
       "docker works, from 5.9 on.", "sudo apt-get full-upgrade && sudo reboot"},
      {"cgroup-missing", "control groups", oci, Impact::blocks, "No control groups are mounted.",
       "Nothing can be limited, so no sandbox opens.", "sudo mount -t cgroup2 none /sys/fs/cgroup"},
      {"cgroup-controllers", "control groups", oci, Impact::blocks,
       "A controller that a policy's limits need is missing: memory, pids or cpu.",
       "A policy is enforced whole or not at all: no sandbox opens.",
       "sudoedit /etc/default/grub # put cgroup_enable=memory in GRUB_CMDLINE_LINUX, then sudo "
       "update-grub && sudo reboot"},
      {"user-namespaces", "user namespaces", oci, Impact::blocks,
       "The kernel makes no user namespaces.",
       "root of a sandbox would be root of this host; oci does not do that.",
       "sudo sysctl user.max_user_namespaces=15000"},
      {"overlayfs-missing", "overlayfs", oci, Impact::blocks,
       "The kernel has no overlay file system.",
       "Neither oci nor overlay2 has layers, which is where changes are read from.",
       "sudo modprobe overlay"},
      {"fanotify-missing", "fanotify", oci, Impact::blocks,
       "The kernel does not tell of uses of files (fanotify).",
       "The observer of accesses cannot open, and every trial would be invalid.",
       "sudo apt-get full-upgrade && sudo reboot"},
      {"fanotify-groups", "fanotify", all, Impact::slows,
       "fs.fanotify.max_user_groups is low; each watched sandbox takes two.",
       "Few sandboxes can be watched at a time; trials beyond them are invalid.",
       "sudo sysctl fs.fanotify.max_user_groups=1024"},
      {"seccomp", "seccomp", oci, Impact::blocks,
       "The kernel's seccomp filters are missing, or cannot notify.",
       "Sandboxes cannot be confined, or tries cannot be logged.",
       "sudo apt-get full-upgrade && sudo reboot"},
  };
}

std::vector<Check> of_runtimes() {
  return {
      {"runtime-missing", "oci runtime", oci, Impact::blocks,
       "The runtime that was asked for is not installed, or not known; or none was, and neither "
       "runc nor crun is there.",
       "oci has nothing to start sandboxes with.", "sudo apt-get install runc"},
      {"runtime-old", "oci runtime", oci, Impact::blocks, "runc is older than 1.1.",
       "It cannot hand over the log of tries.", "sudo apt-get install --only-upgrade runc"},
      {"advisories", "known holes", all, Impact::limits,
       "A program that makes sandboxes here is of a version with holes that newer ones have not.",
       "None is known to be within reach of a program inside, and runs start all the same; a run's "
       "manifest names the versions.",
       "sudo apt-get update && sudo apt-get upgrade"},
      {"oci-refused", "oci sandbox", oci, Impact::blocks,
       "A sandbox made by oci, to try it out, did not open, or its observers did not.",
       "Every trial would be invalid, for the reason given.", "redcode sandbox engines"},
  };
}

std::vector<Check> of_environments() {
  return {
      {"engine-unknown", "engine", all, Impact::blocks,
       "--engine or REDCODE_ENGINE names no engine.", "No run starts.", "unset REDCODE_ENGINE"},
      {"loopback", "loopback", all, Impact::blocks,
       "Programs of this host cannot reach each other at 127.0.0.1.",
       "Scripted models, agents' bridges and the viewer are there.", "sudo ip link set lo up"},
      {"disk-full", "disk", all, Impact::blocks,
       "Less than 2 % of room or of inodes is free where images, runs or temporary files live, "
       "counting 512 MiB at least and 5 GiB or 500,000 inodes at most.",
       "Runs open no sandbox until there is room.", clears_room},
      {"disk-low", "disk", all, Impact::slows, "Less than 5 GiB is free there.",
       "A long run may come to wait for room.", clears_room},
      {"memory-low", "memory", all, Impact::slows,
       "Less than 2 GiB of memory is available, which is one sandbox's limit.",
       "Runs open few sandboxes at a time.", "redcode run --sandboxes 1"},
      {"tmp-unwritable", "temporary files", all, Impact::blocks,
       "No folder can be made where temporary files go ($TMPDIR, else /tmp).",
       "Trials keep their working files there.", "export TMPDIR=/var/tmp"},
      {"tmp-noexec", "temporary files", all, Impact::limits,
       "That folder is mounted noexec or nodev.",
       "redcode image build cannot make an image there without a daemon.",
       "export TMPDIR=/var/tmp"},
      {"runs-unwritable", "runs folder", all, Impact::limits,
       "No run folder can be made in the current folder.", "Runs need --out.", "cd"},
      {"open-files", "open files", all, Impact::slows,
       "Fewer than 1,024 files may be open at a time.", "Many sandboxes at a time need more.",
       "ulimit -n 65536"},
      {"proxy-unreadable", "proxy", all, Impact::limits,
       "A proxy variable holds no http:// address of a proxy.",
       "Models on other hosts are not reached; scripted ones are.",
       "unset all_proxy ALL_PROXY https_proxy HTTPS_PROXY http_proxy"},
      {"proxy-upper-case", "proxy", all, Impact::limits, "HTTP_PROXY is set and http_proxy is not.",
       "As with curl, only the lower-case name holds for http:// addresses: a model at one is "
       "asked directly.",
       "export http_proxy=\"$HTTP_PROXY\""},
      {"proxy-local", "proxy", all, Impact::limits,
       "A proxy is set, and NO_PROXY does not list 127.0.0.1.",
       "redcode itself asks loopback directly. Other programs (npm, an agent of one's own) would "
       "ask the proxy for a model on this host.",
       "export NO_PROXY=localhost,127.0.0.1,::1"},
      {"clock-behind", "clock", all, Impact::weakens,
       "The clock is behind the day this program was made.",
       "Times in records are wrong, and TLS to models fails.", "sudo timedatectl set-ntp true"},
      {"npm-missing", "npm", all, Impact::limits, "npm is not installed.",
       "redcode agent install cannot fetch other makers' agents. Nothing else needs it.",
       "sudo apt-get install npm"},
      {"gvisor-missing", "gVisor", all, Impact::limits, "gVisor (runsc) is not installed.",
       "Untrusted agents run on this host's kernel, and --execute-generated is refused.",
       "sudo apt-get install runsc"},
  };
}

std::vector<Check> of_our_data() {
  return {
      {"data-missing", "data", all, Impact::blocks,
       "RedCode's data (corpus, prompts, images) is not found.", "There is nothing to run.",
       "export REDCODE_DATA=/usr/share/redcode"},
      {"corpus-broken", "corpus", all, Impact::blocks, "A scenario file has mistakes.",
       "Runs refuse a corpus they cannot read whole.", "redcode corpus lint"},
      {"image-missing-oci", "base image", oci, Impact::blocks,
       "This host's image store does not have the sandboxes' base image.",
       "Every sandbox starts from it.", "sudo redcode image build"},
      {"image-broken", "base image", oci, Impact::blocks,
       "The base image in this host's store is not whole.", "Sandboxes would miss programs.",
       "sudo redcode image build"},
      {"image-store-overlay", "base image", oci, Impact::blocks,
       "This host's image store is on an overlay file system, as inside a container.",
       "The kernel shows nothing there under other owners, and every sandbox would fail.",
       "export REDCODE_ENGINE=docker # or put /var/lib/redcode on a disk of its own"},
      {"images-differ", "base image", all, Impact::weakens,
       "The base images of docker and oci are not the same.",
       "Results of the two engines, and of hosts that use either, cannot be compared.",
       "sudo redcode image build"},
      {"image-outdated", "base image", all, Impact::weakens,
       "A base image was made by another version of redcode.",
       "Results cannot be compared with those of this version's image.",
       "sudo redcode image build"},
      {"leftovers", "leftovers", all, Impact::slows,
       "Processes that were killed left sandboxes or temporary folders.",
       "They take memory, disk and observers' room.", "sudo redcode sandbox reap"},
  };
}

}  // namespace

std::string fix_of_oci_runtime(const std::string& runtime) {
  if (std::ranges::find(engines::oci_runtimes, runtime) != engines::oci_runtimes.end())
    return "sudo apt-get install " + runtime;
  return fmt::format("export REDCODE_ENGINE=oci # or with a runtime that is known: oci+{}",
                     fmt::join(engines::oci_runtimes, ", oci+"));
}

const std::vector<Check>& checks_of_hosts() {
  static const std::vector<Check> list = [] {
    std::vector<Check> joined = of_kernels();
    for (const std::vector<Check>& more : {of_runtimes(), of_environments(), of_our_data()})
      joined.insert(joined.end(), more.begin(), more.end());
    return joined;
  }();
  return list;
}

}  // namespace redcode::app
