// NonSandboxPids: processes of this host that belong to no sandbox.
//
// Thread safety: one thread at a time.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <deque>
#include <unordered_set>

namespace redcode::evidence {

// The lately ended ones too: what they did may still be told.
class NonSandboxPids {
 public:
  bool contains(pid_t process) const { return known_.contains(process); }
  void add(pid_t process) { known_.insert(process); }
  void remove(pid_t process) { known_.erase(process); }
  void end(pid_t process) {
    if (!known_.contains(process)) return;
    gone_.push_back(process);
    if (gone_.size() <= most_gone) return;
    known_.erase(gone_.front());
    gone_.pop_front();
  }

 private:
  static constexpr std::size_t most_gone = 8'192;

  std::unordered_set<pid_t> known_;
  std::deque<pid_t> gone_;
};

}  // namespace redcode::evidence
