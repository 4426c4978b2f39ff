// GitCopies: private copies of the git repositories in a sandbox, to be read in peace.
//
// The folders are hostile: links are never followed, nothing but regular files is read, and files
// and bytes are bounded. Of a repository only what refs and commits are made of is copied; its
// settings, hooks and work tree are not.
//
// Blocking. Thread safety: one thread at a time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/temp_dir.h"
#include "sandbox/sandbox.h"

namespace redcode::evidence {

struct GitCopy {
  std::string repository;  // as the sandbox has it: the folder of the work tree, or the bare one
  std::filesystem::path path;  // of the copy, a bare repository
  std::string missing = {};    // why it is not whole; "": it is
};

// How much may be copied of all repositories together.
struct GitAllowance {
  std::size_t entries = 100'000;  // looked at to find repositories
  std::size_t files = 20'000;
  std::uint64_t bytes = std::uint64_t{64} << 20U;
};

class GitCopies {
 public:
  // Throws Failure{unavailable} when it cannot look.
  explicit GitCopies(const sandbox::HostView& host_view, GitAllowance allowance = {});

  const std::vector<GitCopy>& all() const { return copies_; }
  // False: there was more than may be looked at, and a repository may have been missed.
  bool complete() const { return complete_; }

 private:
  struct Source;
  void search(int directory, const std::string& path, int depth);
  void copy(int directory, const std::string& path);
  void copy_tree(int from, const std::filesystem::path& to, Source& source, int depth);
  void copy_entry(int from, const std::string& name, const std::filesystem::path& to,
                  Source& source, int depth);
  bool copy_file(int from, const std::string& name, const std::filesystem::path& to);
  void copy_head(int from, GitCopy& made);
  void share_objects();

  TempDir folder_;
  GitAllowance left_;
  std::vector<GitCopy> copies_;
  std::vector<std::size_t> borrowers_;  // copies whose objects are partly elsewhere
  bool complete_ = true;
};

}  // namespace redcode::evidence
