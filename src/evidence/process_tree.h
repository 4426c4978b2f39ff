// ProcessTree: the processes of one sandbox, which programs they ran, and how they ended.
//
// It joins two tellers that do not share a clock: one tells of forks, execs and exits (tell), the
// other of files opened to be run (opened_to_run), in the order of all other uses of files. The
// second knows programs also of processes that are long gone; only the first knows that an exec
// succeeded. A fork is believed at once, the rest waits for settle().
//
// Pure bookkeeping. Bounded; what did not fit is counted as lost. Thread safety: one thread at a
// time.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "record/observation.h"
#include "sandbox/runtime_log.h"

namespace redcode::evidence {

class ProcessTree {
 public:
  // A process that was there before anybody looked.
  void add(pid_t process, const std::string& program);
  // One that came in from outside: until it runs its first program it is the runtime's.
  void enter(pid_t process);
  // One of those that are there for the agent to find: whatever ends it, or takes its place, is
  // told.
  void seed(pid_t process);

  bool contains(pid_t process) const { return processes_.contains(process); }
  // Its end was not told yet, so the number is still its own.
  bool has_living(pid_t process) const;
  // Its first thread ended, and the number is still its own: another thread may run a program yet,
  // and is then the process.
  bool may_return(pid_t process) const;
  // Somebody else's process bears the number now.
  void lose_number(pid_t process);
  bool is_runtimes(pid_t process) const;

  // `executed`: with the program as /proc has it, "" if it was gone.
  void tell(sandbox::ProcessEvent event);
  void opened_to_run(pid_t process, const std::string& path);
  // A process ran `path` and was gone before anybody could tell whose it was.
  void ran_unseen(const std::string& path);
  // The program of a process that now uses `path`; "" if it is not known.
  std::string program_of(pid_t process, const std::string& path);
  // The program of a process that opens another to run it.
  std::string runner_of(pid_t process);
  // Whether the kernel itself does this, to run a program: opens the loader it names, reads its
  // head.
  bool is_loader_of_program(pid_t process, const std::string& path) const;
  bool is_about_to_run(pid_t process, const std::string& path) const;

  // How much was told so far. settle() takes in what was told up to there.
  // Requires: the programs opened until then are known.
  std::uint64_t told() const { return told_; }
  bool is_settled() const { return unsettled_.empty(); }
  void settle(std::uint64_t told);

  // From now on, processes are ended by the harness: that is no news.
  void ignore_kills() { kills_matter_ = false; }
  // All that may still live, the ended ones too: their other threads may go on.
  std::vector<pid_t> members() const;
  std::string program_of(pid_t process);
  bool has_ended(pid_t process) const;
  // The program that stopped it by a signal, and nobody has let it go on since; "" if that is not
  // known to be so. Only a guest's kernel tells of signals.
  std::string stopped_by(pid_t process) const;
  void forget_facts();

  // ProgramStarted in order of first sight, then ProcessKilled.
  std::vector<record::Fact> facts() const;
  std::size_t starts() const { return starts_.size(); }
  std::size_t kills() const { return kills_.size(); }
  std::uint64_t lost() const { return lost_; }
  void lose() { ++lost_; }

 private:
  struct Process {
    pid_t parent = 0;
    bool runtimes = false;
    bool seeded = false;
    bool gone = false;                        // its end was told
    bool ended = false;                       // and is settled
    bool replaced = false;                    // its number is another's
    std::optional<std::string> program = {};  // unset: its parent's
    std::vector<std::string> opened = {};     // to be run, not yet known to have succeeded
    std::deque<std::string> execs = {};       // told, not yet settled
    std::string stopper = {};                 // the program that stopped it
  };

  Process* find(pid_t process);
  static bool has_run(const Process& process);
  const std::string& resolve(Process& process);
  void take_program(Process& process);
  void believe(const sandbox::ProcessEvent& event);
  void believe_exit(const sandbox::ProcessEvent& event);
  void believe_signal(const sandbox::ProcessEvent& event);
  void ended(record::ProcessKilled how);
  void started(const std::string& program, const std::string& by);

  std::unordered_map<pid_t, Process> processes_;
  std::deque<sandbox::ProcessEvent> unsettled_;
  std::uint64_t told_ = 0;
  std::uint64_t settled_ = 0;
  std::deque<pid_t> ended_;  // kept for a while: events of theirs may still come
  std::map<pid_t, std::pair<int, pid_t>> signalled_;  // the last signal sent to each, and by whom

  std::map<std::pair<std::string, std::string>, std::size_t> start_index_;
  std::vector<record::ProgramStarted> starts_;
  std::vector<record::ProcessKilled> kills_;
  bool kills_matter_ = true;
  std::uint64_t lost_ = 0;
};

// Whether a path names a dynamic loader.
bool is_loader(const std::string& path);

}  // namespace redcode::evidence
