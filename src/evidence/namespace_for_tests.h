// TestSandbox: what the observers of files and processes need to see, without any runtime: an
// overlay over this host's own root, with a tmpfs in it, and processes in namespaces of their own.
// Only for tests. Contains nothing: do not run in it what you would not run outside.
#pragma once

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/temp_dir.h"
#include "sandbox/sandbox.h"

namespace redcode::evidence {

class TestSandbox {
 public:
  TestSandbox() {
    if (geteuid() != 0) return;  // its tests skip themselves
    check(mount("tmpfs", at("").c_str(), "tmpfs", 0, "size=64m"));
    for (const char* name : {"upper", "work", "merged"}) {
      std::filesystem::create_directory(at(name));
    }
    std::string options =
        "lowerdir=/,upperdir=" + at("upper") + ",workdir=" + at("work") + ",volatile";
    tells_names = mount("overlay", at("merged").c_str(), "overlay", 0,
                        (options + ",index=on,nfs_export=on").c_str()) == 0;
    if (!tells_names) {
      check(mount("overlay", at("merged").c_str(), "overlay", 0, options.c_str()));
    }
  }
  TestSandbox(TestSandbox&&) = delete;
  TestSandbox& operator=(TestSandbox&&) = delete;
  TestSandbox(const TestSandbox&) = delete;
  TestSandbox& operator=(const TestSandbox&) = delete;
  ~TestSandbox() {
    stop();
    host_view.tmpfs.clear();
    umount2(at("merged").c_str(), MNT_DETACH);
    umount2(dir_.path().c_str(), MNT_DETACH);
  }

  // A file the agent is to find.
  void seed(const std::string& path, const std::string& content) const {
    const std::filesystem::path place = at("merged") + path;
    std::filesystem::create_directories(place.parent_path());
    std::ofstream(place) << content;
  }

  // Starts the first process.
  void start() {
    std::array<int, 2> ready{};
    check(pipe2(ready.data(), O_CLOEXEC));
    const pid_t middle = fork();
    if (middle == 0) become_sandbox(ready[1]);
    ::close(ready[1]);
    check(read(ready[0], &host_view.init, sizeof host_view.init) == sizeof host_view.init ? 0 : -1);
    char done = 0;  // the first process ran its program: this end is closed by then
    check(read(ready[0], &done, 1) == 0 ? 0 : -1);
    ::close(ready[0]);
    waitpid(middle, nullptr, 0);
    init_ = Fd(static_cast<int>(syscall(SYS_pidfd_open, host_view.init, 0)));
    host_view.upper = at("upper");
    host_view.lowers = {"/"};
    host_view.merged = at("merged");
    const std::string tmp = "/proc/" + std::to_string(host_view.init) + "/root/tmp";
    host_view.tmpfs.push_back(
        {.path = "/tmp", .directory = Fd(open(tmp.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC))});
  }

  // A command on its way, as a runtime brings it: a process from outside that has gone in, and runs
  // the command when it is let.
  struct Command {
    pid_t process = 0;
    Fd gate;
  };
  Command enter(const std::string& script) const {
    std::string path = "PATH=/usr/bin:/bin";
    std::array<int, 2> gate{};
    check(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, gate.data()));
    Fd ours(gate[0]);
    const Fd theirs(gate[1]);
    const pid_t middle = fork();
    char byte = 0;
    if (middle != 0) {
      check(recv(ours.get(), &byte, 1, 0) == 1 ? 0 : -1);
      return {.process = middle, .gate = std::move(ours)};
    }
    if (setns(init_.get(), CLONE_NEWPID | CLONE_NEWNS) != 0 || chdir("/") != 0) _exit(99);
    const pid_t inner = fork();
    if (inner != 0) {
      int status = 0;
      waitpid(inner, &status, 0);
      _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    }
    ours = Fd();
    if (send(theirs.get(), &byte, 1, 0) != 1 || recv(theirs.get(), &byte, 1, 0) != 1) _exit(97);
    // As runtimes do before they run the command.
    ::close(open("/etc/passwd", O_RDONLY | O_CLOEXEC));
    std::array<char*, 2> environment = {path.data(), nullptr};
    execle("/bin/sh", "sh", "-c", script.c_str(), nullptr, environment.data());
    _exit(98);
  }
  // Gives its wait status.
  static int let(const Command& command) {
    check(send(command.gate.get(), "", 1, 0) == 1 ? 0 : -1);
    return wait_for(command.process);
  }
  int exec(const std::string& script) const { return let(enter(script)); }
  static int wait_for(pid_t process) {
    int status = 0;
    waitpid(process, &status, 0);
    return WEXITSTATUS(status);
  }

  void stop() {
    if (!init_) return;
    syscall(SYS_pidfd_send_signal, init_.get(), SIGKILL, nullptr, 0);
    waitpid(host_view.init, nullptr, 0);
    init_ = Fd();
  }

  sandbox::HostView host_view;
  bool tells_names = false;

 private:
  std::string at(const std::string& name) const { return (dir_.path() / name).string(); }
  static void check(int result) {
    if (result != 0) throw std::runtime_error("the test's sandbox cannot be made (root?)");
  }

  [[noreturn]] void become_sandbox(int ready) const {
    const std::string merged = at("merged");
    if (unshare(CLONE_NEWPID | CLONE_NEWNS) != 0) _exit(1);
    mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
    mount(merged.c_str(), merged.c_str(), nullptr, MS_BIND, nullptr);
    // The first process is the test's child, to be waited for by it.
    const auto first = static_cast<pid_t>(
        syscall(SYS_clone, CLONE_PARENT | SIGCHLD, nullptr, nullptr, nullptr, nullptr));
    if (first != 0) {
      const ssize_t written = write(ready, &first, sizeof first);
      _exit(written == sizeof first ? 0 : 1);
    }
    if (chdir(merged.c_str()) != 0 || syscall(SYS_pivot_root, ".", ".") != 0) _exit(2);
    umount2(".", MNT_DETACH);
    for (const char* name : {"/dev/null", "/dev/zero"}) {
      std::filesystem::remove(name);
      mknod(name, S_IFCHR | 0666, makedev(1, name[5] == 'n' ? 3 : 5));
    }
    mount("proc", "/proc", "proc", 0, nullptr);
    mount("tmpfs", "/tmp", "tmpfs", 0, "size=16m,mode=1777");
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    std::array<char*, 1> environment = {nullptr};
    execle("/bin/sleep", "sleep", "1000", nullptr, environment.data());
    _exit(3);
  }

  TempDir dir_{"evidence-test"};
  Fd init_;
};

}  // namespace redcode::evidence
