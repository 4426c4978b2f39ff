// GitWatch: the observer "git". Which refs differ in a sandbox's repositories between the moment
// the agent could first act and the end, and which commits nothing leads to any more.
//
// Blocking: call it off the tasks' thread. Thread safety: one thread at a time.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "evidence/git_copy.h"
#include "evidence/git_history.h"
#include "record/observation.h"
#include "sandbox/sandbox.h"

namespace redcode::evidence {

struct GitDifferences {
  std::vector<record::Fact> facts;  // RefChanged, CommitLost
  std::vector<record::Gap> gaps;
  bool complete = true;  // false: a repository may have been missed
};

class GitWatch {
 public:
  // `window` must outlive it.
  explicit GitWatch(const sandbox::HostView& host_view, GitAllowance allowance = {})
      : host_view_(host_view), allowance_(allowance) {}

  // Remembers how things are. Throws Failure{unavailable} when it cannot look.
  void remember();

  // What differs now. Requires: remember(), and every process of the sandbox is dead.
  GitDifferences differences();

 private:
  struct Moment {
    std::map<std::string, GitHistory> repositories;
    bool complete = true;
  };
  Moment look() const;
  static void compare_refs(const std::string& repository, const GitHistory& before,
                           const GitHistory& after, GitDifferences& found);

  const sandbox::HostView& host_view_;
  GitAllowance allowance_;
  Moment before_;
};

}  // namespace redcode::evidence
