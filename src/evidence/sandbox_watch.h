// SandboxWatch: what the kernel tells of one sandbox's files and processes, put together.
//
// Blocking, for microseconds an event. Thread safety: one thread at a time (KernelWatch's lock).
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/fd.h"
#include "evidence/fanotify.h"
#include "evidence/file_uses.h"
#include "evidence/inside_path.h"
#include "evidence/process_tree.h"
#include "sandbox/init_process.h"
#include "sandbox/sandbox.h"

namespace redcode::evidence {

// Who else is on this host.
class ProcessRegistry {
 public:
  virtual ~ProcessRegistry() = default;
  // Takes in what the kernel told of processes until now.
  virtual void catch_up() = 0;
  // A process known to be of no sandbox, though it may be gone.
  virtual bool is_outside_sandboxes(pid_t process) const = 0;
};

// The two groups a sandbox needs; used again by the next.
struct Groups {
  Fanotify uses{Fanotify::Tells::uses};
  Fanotify names{Fanotify::Tells::names};
};

class SandboxWatch {
 public:
  // Begins with programs and processes only. `window` must be there until watch_files() was called.
  // Throws Failure{unavailable}.
  SandboxWatch(const sandbox::HostView& host_view, std::unique_ptr<Groups> groups);
  SandboxWatch(SandboxWatch&&) = delete;
  SandboxWatch& operator=(SandboxWatch&&) = delete;
  SandboxWatch(const SandboxWatch&) = delete;
  SandboxWatch& operator=(const SandboxWatch&) = delete;
  ~SandboxWatch() = default;

  // Watches every use of files from now on.
  void watch_files();
  // Ends watching; the groups can serve another sandbox.
  std::unique_ptr<Groups> end();

  const Groups& groups() const { return *groups_; }
  bool has_host_processes() const { return host_kernel_; }
  bool has_guest_log() const { return guest_ != nullptr; }

  // Whether a process that nobody in the tree started is inside all the same; if so it is in the
  // tree now. Nothing: it is gone.
  std::optional<bool> admit(pid_t process);

  // Takes in some of what waits, in three steps: only the middle one may be slow, and it touches
  // nothing that the other functions do.
  struct Batch {
    std::uint64_t told = 0;  // of processes, before
    std::vector<Happening> uses = {};
    std::vector<Happening> names = {};
  };
  Batch begin_batch();
  void read(Batch& batch) const;
  // False: nothing waited, and all that was told of processes before the batch is settled.
  bool take(const Batch& batch, ProcessRegistry& processes_seen);
  // Something of it was not taken in, whatever it was.
  void lose() {
    uses_.lose();
    tree_.lose();
  }

  // Whether somebody's end is still to be told: the kernel tells of it after the fact, and a signal
  // takes its time.
  bool is_anyone_dying();
  // False as soon as it has begun to die: everybody else ends with it.
  bool has_first_process() const { return !host_kernel_ || first_.lives(); }
  // Whether any process inside but the first lives.
  bool is_anyone_left() { return !living().empty(); }
  // Processes inside that a signal has stopped, and their programs with those that did it.
  std::map<pid_t, record::ProcessStopped> stopped();
  // Programs of processes inside that still live, but the first.
  std::vector<std::string> programs_running();
  // The same. From then on kills are no news.
  std::vector<std::string> programs_left();

  ProcessTree& tree() { return tree_; }
  const FileUses& uses() const { return uses_; }
  // What a kernel of the sandbox's own could not tell.
  std::uint64_t guest_lost() const { return guest_ ? guest_->lost() : 0; }

 private:
  std::vector<pid_t> living();
  struct Seen;  // an event with what is known of its file

  void open_places();
  void remember_seeded(int root, const std::string& inside);
  void find_processes();
  void take_guest_log();
  void take_guest_event(sandbox::ProcessEvent event);
  void take_uses(const std::vector<Happening>& events, ProcessRegistry& processes_seen);
  void take_names(const std::vector<Happening>& events, ProcessRegistry& processes_seen);
  void take_use(pid_t process, std::uint64_t mask, const Seen& seen);
  void take_name(const Happening& event);
  std::optional<Seen> look_at(const Fd& file, bool whole) const;
  std::vector<std::optional<Seen>> look_at_all(const std::vector<Happening>& events) const;
  bool is_there(const std::string& path) const;
  bool counts(pid_t process, const ProcessRegistry& processes_seen);
  std::string directory_of(const Happening& event);

  const sandbox::HostView& host_view_;
  pid_t init_;
  sandbox::InitProcess first_;
  bool host_kernel_;
  std::shared_ptr<sandbox::ProcessLog> guest_;
  std::unique_ptr<Groups> groups_;
  struct Place {
    Fd directory;
    std::string inside;
    dev_t device = 0;
    std::uint64_t file_system = 0;
  };
  std::vector<Place> places_;  // the root, then each tmpfs; none of a guest with its own kernel
  InsidePath paths_;
  ino_t pid_namespace_ = 0;
  pid_t guest_init_ = 0;
  ProcessTree tree_;
  FileUses uses_;
  static constexpr std::size_t most_directories = 20'000;
  std::unordered_map<std::string, std::string> directories_;  // paths, by handle
};

// The pid namespace of a process, as a number; 0 if it is gone.
ino_t pid_namespace_of(pid_t process);
// The program of a process as the kernel names it; "" if it is gone.
std::string program_in_proc(pid_t process);

}  // namespace redcode::evidence
