#include "sandbox/oci/user_counts.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <string>
#include <string_view>

#include "base/fd.h"

namespace redcode::oci {
namespace {

struct UserLimit {
  const char* path;
  std::string_view value;
};
constexpr std::array user_limits = {
    UserLimit{"/proc/sys/user/max_inotify_instances", "32"},
    UserLimit{"/proc/sys/user/max_inotify_watches", "8192"},
};

// These files are about the user namespace of whoever opens them. Only a process with a single
// thread may enter one; between fork and exit it calls nothing but the kernel.
[[noreturn]] void write_from_inside(int user_namespace) {
  if (setns(user_namespace, CLONE_NEWUSER) != 0) _exit(1);
  for (const UserLimit& limit : user_limits) {
    const int file = open(limit.path, O_WRONLY | O_CLOEXEC);
    if (file < 0 || write(file, limit.value.data(), limit.value.size()) < 0) _exit(1);
  }
  _exit(0);
}

}  // namespace

void limit_user_counts(pid_t inside) {
  const std::string path = fmt::format("/proc/{}/ns/user", inside);
  const Fd theirs(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!theirs) return;
  const pid_t child = fork();
  if (child == 0) write_from_inside(theirs.get());
  if (child > 0) waitpid(child, nullptr, 0);
}

}  // namespace redcode::oci
