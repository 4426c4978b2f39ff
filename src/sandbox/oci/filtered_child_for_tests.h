// FilteredChild: a process under a seccomp filter that notifies some calls, and that hands the
// filter's descriptor to a socket the way an OCI runtime does. In the place of the command it
// starts a program that is not there, and goes on.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <functional>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/fd.h"

namespace redcode::oci {

// Whether it holds within five seconds.
inline bool soon(const std::function<bool()>& holds) {
  for (int i = 0; i < 500; ++i) {
    if (holds()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

// A connection to the socket at `path`.
inline Fd connected(const std::filesystem::path& path, int type) {
  Fd fd(::socket(AF_UNIX, type | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
  const auto* generic = reinterpret_cast<const sockaddr*>(&address);
  if (::connect(fd.get(), generic, sizeof address) != 0) return {};
  return fd;
}

// Sends `text` and, with it, the descriptor.
inline bool send_descriptor(const Fd& connection, std::string_view text, int descriptor) {
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof descriptor)> control{};
  std::array<char, 64> copy{};
  iovec part{.iov_base = copy.data(), .iov_len = text.copy(copy.data(), copy.size())};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  cmsghdr* header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof descriptor);
  std::memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  return ::sendmsg(connection.get(), &message, MSG_NOSIGNAL) > 0;
}

// A filter that notifies `calls` and allows the rest; its descriptor.
inline int notify_of(const std::vector<long>& calls) {
  std::vector<sock_filter> program = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr))};
  for (const long call : calls) {
    program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<unsigned>(call), 0, 1));
    program.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF));
  }
  program.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  const sock_fprog filter{.len = static_cast<unsigned short>(program.size()),
                          .filter = program.data()};
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  return static_cast<int>(
      ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &filter));
}

inline constexpr const char* absent_command = "/redcode-absent-command";

class FilteredChild {
 public:
  // `before`: done by what stands for the runtime. `act` gives the child's exit code.
  FilteredChild(
      const std::filesystem::path& socket, std::vector<long> calls, const std::function<int()>& act,
      const std::function<void()>& before = [] {})
      : pid_(::fork()) {
    if (pid_ != 0) return;
    calls.push_back(SYS_execve);
    const Fd connection = connected(socket, SOCK_STREAM);
    const int listener = notify_of(calls);
    const bool sent = send_descriptor(connection, R"({"fds":["seccompFd"]})", listener);
    ::close(listener);  // or it would keep its own calls waiting for ever
    before();
    ::execl(absent_command, absent_command, nullptr);
    ::_exit(sent ? act() : 99);
  }
  FilteredChild(FilteredChild&&) = delete;
  FilteredChild& operator=(FilteredChild&&) = delete;
  FilteredChild(const FilteredChild&) = delete;
  FilteredChild& operator=(const FilteredChild&) = delete;
  ~FilteredChild() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }

  pid_t pid() const { return pid_; }
  // Its exit code, or minus the signal that ended it.
  int wait() {
    int status = 0;
    ::waitpid(std::exchange(pid_, 0), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

 private:
  pid_t pid_;
};

}  // namespace redcode::oci
