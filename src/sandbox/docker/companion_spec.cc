#include <array>

#include "sandbox/docker/companion.h"
#include "sandbox/docker/container_spec.h"
#include "sandbox/owner.h"

namespace redcode::docker {
namespace {

constexpr std::uint64_t memory_limit = std::uint64_t{1} << 30U;
constexpr std::uint32_t threads_limit = 1024;

// Each with what fails without it.
constexpr std::array capabilities = {
    "SYS_ADMIN",         // fanotify; entering and steering a sandbox's network; overlay attributes
    "SYS_PTRACE",        // /proc/PID/root and /proc/PID/ns of a sandbox's first process
    "DAC_READ_SEARCH",   // reading layers and tmpfs mounts whatever their modes
    "DAC_OVERRIDE",      // seeding files in a tmpfs
    "CHOWN",             // their owners
    "FOWNER",            // their modes, once they are somebody else's
    "FSETID",            // and the set-id bits in these
    "NET_ADMIN",         // routes and the loopback in a sandbox's network; the processes' tale
    "NET_RAW",           // seeing every packet in it
    "NET_BIND_SERVICE",  // ports below 1024 in it
    "KILL"};             // ending what a command over its time left

// Without what is mounted below: that would hold every container's file system in use.
Json layers_mount(const std::string& store) {
  return {{"Type", "bind"},
          {"Source", store},
          {"Target", store},
          {"ReadOnly", true},
          {"BindOptions", {{"Propagation", "rslave"}, {"NonRecursive", true}}}};
}

// The host's control groups: what a sandbox used up is read there, and what a command over its time
// left is frozen there before it is killed.
Json groups_mount() {
  return {{"Type", "bind"}, {"Source", "/sys/fs/cgroup"}, {"Target", "/sys/fs/cgroup"}};
}

Json host_config(const std::string& store) {
  // The kernel tells of processes in the host's namespaces only.
  return {{"NetworkMode", "host"},
          {"PidMode", "host"},
          {"UsernsMode", "host"},
          {"IpcMode", "private"},
          {"CapDrop", {"ALL"}},
          {"CapAdd", capabilities},
          // Security modules confine containers to their own files; this one must see others'.
          {"SecurityOpt", {"no-new-privileges", "apparmor=unconfined", "label=disable"}},
          {"ReadonlyRootfs", true},
          {"Mounts", Json::array({layers_mount(store), groups_mount()})},
          {"CgroupnsMode", "host"},
          {"Memory", memory_limit},
          {"MemorySwap", memory_limit},
          {"PidsLimit", threads_limit},
          {"AutoRemove", true},
          {"LogConfig", {{"Type", "none"}, {"Config", Json::object()}}},
          {"Ulimits", Json::array({{{"Name", "core"}, {"Hard", 0}, {"Soft", 0}}})}};
}

}  // namespace

Json companion_spec(const std::string& image, const std::string& store) {
  return {{"Image", image},
          {"Entrypoint", {"/redcode/redcode-companion"}},
          {"Cmd", Json::array()},
          {"User", "0:0"},
          {"WorkingDir", "/"},
          {"Env", Json::array()},
          {"Labels",
           {{sandbox_label, "1"}, {owner_label, sandbox::this_owner()}, {role_label, "companion"}}},
          {"OpenStdin", true},
          // The daemon closes its input when we are gone, and that ends it.
          {"StdinOnce", true},
          {"AttachStdin", true},
          {"AttachStdout", true},
          {"AttachStderr", true},
          {"Tty", false},
          // The one writable place, for the program itself: a read-only root takes no files.
          {"Volumes", {{"/redcode", Json::object()}}},
          {"HostConfig", host_config(store)}};
}

}  // namespace redcode::docker
