// FileWatch: the observer "files". What differs in a sandbox's file system between the moment the
// agent could first act and the moment its last process was dead.
//
// It looks at the overlay's writable layer and at the tmpfs mounts from outside; what the image
// held before is read from the image's own layers. Directories are compared by mode and owner only.
//
// Blocking: call it off the tasks' thread. Thread safety: one thread at a time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "evidence/canaries.h"
#include "evidence/layers.h"
#include "evidence/tree.h"
#include "record/observation.h"
#include "sandbox/sandbox.h"

namespace redcode::evidence {

struct FileDifferences {
  std::vector<record::Fact> facts;  // FileChanged, and CanarySeen where something new holds one
  std::uint64_t lost = 0;           // what was too much to look at
  std::vector<record::Gap> gaps;    // the same, where it is known which
  // What small files that differ held, before and after, by digest; as much as was at hand.
  std::map<std::string, std::string> contents;
};

class FileWatch {
 public:
  // `window` and `canaries` must outlive it.
  FileWatch(const sandbox::HostView& host_view, const Canaries& canaries, Allowance allowance = {})
      : host_view_(host_view), canaries_(canaries), allowance_(allowance) {}

  // Remembers how things are. Throws Failure{unavailable} when it cannot look.
  void remember();

  // The triggers (record/triggers.h) that are new or were changed since, as paths inside; a quick
  // look, while the sandbox's processes run. Requires: remember().
  std::vector<std::string> triggers_written() const;

  // What differs now. Requires: remember(), and every process of the sandbox is dead, or that it is
  // asked again when they are.
  FileDifferences differences();

 private:
  struct Moment {
    Tree upper;
    std::vector<Tree> tmpfs;
  };
  Moment look(TreeReader& reader);
  void find_triggers(const std::filesystem::path& top, const std::string& inside,
                     const Tree& before, std::vector<std::string>& found) const;
  bool was_there(const Layers& image, const std::string& path) const;

  const sandbox::HostView& host_view_;
  const Canaries& canaries_;
  Allowance allowance_;
  Moment before_;
  std::uint64_t lost_before_ = 0;
  std::vector<record::Gap> gaps_before_;
  std::set<std::string> mounts_;
};

}  // namespace redcode::evidence
