#include "sandbox/oci/mounts.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/mount.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>

#include "base/failure.h"

namespace redcode::oci {
namespace {

// A process that does nothing but hold a user namespace of its own.
class NamespaceHolder {
 public:
  NamespaceHolder() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) fail_with_errno("cannot make a pipe");
    const Fd reading(ends[0]);
    Fd writing(ends[1]);
    pid_ = fork();
    if (pid_ < 0) fail_with_errno("cannot start a process");
    if (pid_ == 0) hold(writing.get());
    writing = Fd();
    char ready = 0;
    if (::read(reading.get(), &ready, 1) != 1) {
      errno = EPERM;
      fail_with_errno("this kernel gives no user namespace (sysctl user.max_user_namespaces)");
    }
  }
  NamespaceHolder(NamespaceHolder&&) = delete;
  NamespaceHolder& operator=(NamespaceHolder&&) = delete;
  NamespaceHolder(const NamespaceHolder&) = delete;
  NamespaceHolder& operator=(const NamespaceHolder&) = delete;
  ~NamespaceHolder() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }

  void map(const char* file, const std::string& line) const {
    const std::string path = fmt::format("/proc/{}/{}", pid_, file);
    const Fd target(open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (!target || write(target.get(), line.data(), line.size()) < 0) {
      fail_with_errno("cannot map the ids of a user namespace");
    }
  }

  Fd name_space() const {
    const std::string path = fmt::format("/proc/{}/ns/user", pid_);
    return Fd(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  }

 private:
  // After fork() in a process with threads: system calls only.
  [[noreturn]] static void hold(int ready) {
    if (unshare(CLONE_NEWUSER) != 0 || write(ready, "y", 1) != 1) _exit(1);
    while (true) pause();
  }

  pid_t pid_ = 0;
};

Fd path_fd(const std::filesystem::path& path) {
  Fd fd(open(path.c_str(), O_PATH | O_CLOEXEC));
  if (!fd) fail_with_errno(fmt::format("cannot open {}", path.string()));
  return fd;
}

}  // namespace

Fd shifted_user_namespace() {
  const NamespaceHolder holder;
  const std::string line = fmt::format("0 {} {}\n", id_shift, ids_inside);
  holder.map("uid_map", line);
  holder.map("gid_map", line);
  Fd name_space = holder.name_space();
  if (!name_space) fail_with_errno("cannot keep a user namespace");
  return name_space;
}

void mount_tmpfs(const TmpfsRequest& request) {
  std::string options = fmt::format("size={},mode={:o},uid={},gid={}", request.bytes, request.mode,
                                    request.owner, request.owner);
  if (request.entries > 0) options += fmt::format(",nr_inodes={}", request.entries);
  const char* target = request.target.c_str();
  if (mount("tmpfs", target, "tmpfs", MS_NOSUID | MS_NODEV, options.c_str()) != 0) {
    fail_with_errno(fmt::format("cannot mount a tmpfs at {}", request.target.string()));
  }
  if (mount(nullptr, target, nullptr, MS_PRIVATE, nullptr) != 0) {
    fail_with_errno(fmt::format("cannot make {} private", request.target.string()));
  }
}

void show_read_only(const std::filesystem::path& source, const std::filesystem::path& target,
                    const Fd& user_namespace) {
  const Fd tree(static_cast<int>(syscall(SYS_open_tree, AT_FDCWD, source.c_str(),
                                         OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE)));
  if (!tree) fail_with_errno(fmt::format("cannot show {}", source.string()));
  mount_attr attributes{};
  attributes.attr_set = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV;
  attributes.propagation = MS_PRIVATE;
  if (user_namespace) {
    attributes.attr_set |= MOUNT_ATTR_IDMAP;
    attributes.userns_fd = static_cast<unsigned>(user_namespace.get());
  }
  if (syscall(SYS_mount_setattr, tree.get(), "", AT_EMPTY_PATH | AT_RECURSIVE, &attributes,
              sizeof attributes) != 0) {
    fail_with_errno(fmt::format("cannot show {} read-only under other owners", source.string()));
  }
  if (syscall(SYS_move_mount, tree.get(), "", AT_FDCWD, target.c_str(), MOVE_MOUNT_F_EMPTY_PATH) !=
      0) {
    fail_with_errno(fmt::format("cannot show {} at {}", source.string(), target.string()));
  }
}

void mount_overlay(const OverlayRequest& request) {
  // By descriptor: the mount table inside then tells nothing of this host's paths, and no
  // character of a path can be taken for an option.
  const Fd lower = path_fd(request.lower);
  const Fd upper = path_fd(request.upper);
  const Fd work = path_fd(request.work);
  const std::string options = fmt::format(
      "lowerdir=/proc/self/fd/{},upperdir=/proc/self/fd/{},workdir=/proc/self/fd/{},volatile,"
      "index=on,nfs_export=on",
      lower.get(), upper.get(), work.get());
  if (mount("overlay", request.target.c_str(), "overlay", MS_NODEV, options.c_str()) != 0) {
    fail_with_errno("cannot mount the sandbox's overlay");
  }
}

bool take_off(const std::filesystem::path& target) {
  if (umount2(target.c_str(), MNT_DETACH | UMOUNT_NOFOLLOW) == 0) return true;
  return errno == EINVAL || errno == ENOENT;  // nothing mounted, or nothing there
}

}  // namespace redcode::oci
