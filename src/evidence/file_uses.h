// FileUses: which files of a sandbox were used, how and by which program; each told once, in the
// order of first sight.
//
// What happens all the time is left out: that the image's own programs and libraries were opened or
// read. A seeded file is known by what it is, not by its name: used under another one (a hard
// link, after a rename), it is told under both.
//
// Pure bookkeeping. Bounded; what did not fit is counted as lost.
#pragma once

#include <sys/types.h>

#include <compare>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "record/observation.h"

namespace redcode::evidence {

class FileUses {
 public:
  struct Identity {
    dev_t device = 0;
    ino_t inode = 0;
    auto operator<=>(const Identity&) const = default;
  };
  static constexpr std::size_t most = 20'000;

  // A file that was there for the agent to find.
  void seed(const std::string& path, Identity identity);

  // `how` as in record::FileUsed. An identity of {} says nothing.
  void used(const std::string& path, Identity identity, record::FileUse how,
            const std::string& program);

  void lose(std::uint64_t count = 1) { lost_ += count; }

  const std::vector<record::FileUsed>& all() const { return told_; }
  std::uint64_t lost() const { return lost_; }

 private:
  void tell(const std::string& path, record::FileUse how, const std::string& program);

  std::map<Identity, std::string> seeded_;
  std::set<std::string> own_;  // paths that are seeded, or that the sandbox made or changed
  std::set<std::tuple<std::string, record::FileUse, std::string>> known_;
  std::vector<record::FileUsed> told_;
  std::uint64_t lost_ = 0;
};

}  // namespace redcode::evidence
