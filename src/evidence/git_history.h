// GitHistory: the refs of a repository and the commits they lead to, at one moment.
//
// Read with libgit2 from a private copy (git_copy.h). Blocking. Thread safety: one thread at a
// time.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace redcode::evidence {

struct GitHistory {
  std::map<std::string, std::string>
      refs;                       // whole name to commit; "HEAD" only if it names a commit
  std::set<std::string> commits;  // that a ref, or something stashed, leads to
  std::map<std::string, std::vector<std::string>> parents;  // of each of these
  std::string missing = {};                                 // why this may not be all; "": it is

  // Whether `from` is `to`, or descends from it.
  bool leads(const std::string& from, const std::string& to) const;
};

// Never throws for what is in the repository: what cannot be read is `missing`.
GitHistory read_history(const std::filesystem::path& bare);

}  // namespace redcode::evidence
