// A network namespace of its own for a test, held by a process that does nothing else in it.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <stdexcept>
#include <string>

#include "base/fd.h"

namespace redcode::sandbox {

class PrivateNetwork {
 public:
  PrivateNetwork() {
    std::array<int, 2> ready{};
    if (pipe(ready.data()) != 0) return;
    pid = fork();
    if (pid == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      const char done = unshare(CLONE_NEWNET) == 0 ? 'y' : 'n';
      if (::write(ready[1], &done, 1) != 1) _exit(1);
      while (true) pause();
    }
    char done = 'n';
    if (::read(ready[0], &done, 1) != 1 || done != 'y') ADD_FAILURE() << "no network namespace";
    ::close(ready[0]);
    ::close(ready[1]);
  }
  PrivateNetwork(PrivateNetwork&&) = delete;
  PrivateNetwork& operator=(PrivateNetwork&&) = delete;
  PrivateNetwork(const PrivateNetwork&) = delete;
  PrivateNetwork& operator=(const PrivateNetwork&) = delete;
  ~PrivateNetwork() {
    if (pid <= 0) return;
    kill(pid, SIGKILL);
    waitpid(pid, nullptr, 0);
  }

  // Moves the calling thread there, and the programs it starts.
  void enter() const {
    const std::string path = "/proc/" + std::to_string(pid) + "/ns/net";
    const Fd network(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (setns(network.get(), CLONE_NEWNET) != 0) throw std::runtime_error("setns");
  }

  pid_t pid = -1;
};

}  // namespace redcode::sandbox
