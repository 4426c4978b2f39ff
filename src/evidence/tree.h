// Tree: what a directory tree holds at one moment.
//
// Written for trees that hostile programs filled: links are never followed, nothing but regular
// files is opened, and entries, depth and bytes are bounded. What goes over a bound is a gap at its
// path, or, where that is everywhere, counted in Allowance::skipped: a flood shows as lost evidence
// instead of as silence.
//
// Blocking. Thread safety: one thread at a time.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/fd.h"
#include "evidence/canaries.h"
#include "record/kept_contents.h"
#include "record/observation.h"

namespace redcode::evidence {

struct Node {
  record::FileState state;
  std::int64_t changed_ns = 0;  // content, mode, owner or links; no program can set it
  bool whiteout = false;        // overlay: whatever the layers below have here is deleted
  bool opaque = false;          // overlay: a directory that hides the content of the one below
  CanarySearch search = {};     // of a file's content; not complete: something in it is not known
  std::optional<std::string> content = {};  // of a small file, while there is room for it
};

using Tree = std::map<std::string, Node>;  // by absolute path inside the sandbox

// How much one pass may read.
struct Allowance {
  std::size_t entries = 50'000;
  std::uint64_t bytes = std::uint64_t{1} << 30U;
  std::uint64_t held = std::uint64_t{32} << 20U;  // content of small files that is kept at hand
  std::uint64_t skipped = 0;
};

// What a reader does with the content of files, besides telling it apart.
struct ContentUse {
  // Looked for in it; null: nothing.
  const Canaries* canaries = nullptr;
  // Of which paths also the larger contents are held; empty: of all.
  std::function<bool(const std::string& path)> was_there = {};
};

class TreeReader {
 public:
  // Files over this size are not read: their digest is "", and only size, mode, owner and the time
  // the kernel last saw them change tell that they changed.
  static constexpr std::uint64_t largest_digested = std::uint64_t{256} << 20U;
  // The content of files up to this size is held: of all, and of those that were there before.
  static constexpr std::uint64_t largest_held = record::largest_content;
  static constexpr std::uint64_t largest_held_changed = record::largest_changed_content;

  // `id_shift`: what was added to the sandbox's user and group ids to make this host's.
  explicit TreeReader(ContentUse use, Allowance allowance = {}, std::uint32_t id_shift = 0)
      : use_(std::move(use)), allowance_(allowance), id_shift_(id_shift) {}

  // Everything below `directory`, which the sandbox sees at `inside` ("" for its root). Directories
  // that are other mounts are left out and added to `mounts`, those in it already are left out too.
  Tree read_plain(int directory, const std::string& inside, std::set<std::string>& mounts);
  // The same for an overlay's layer, whose whiteouts and opaque directories have a meaning.
  Tree read_layer(int directory);

  // The entry `name` of `directory`, which is `path` inside; nothing if there is none.
  std::optional<Node> read_entry(int directory, const std::string& name, const std::string& path);

  // Takes one entry from the allowance; false, and counted as skipped, if it is used up.
  bool take_entry();
  std::uint64_t skipped() const { return allowance_.skipped; }
  // Places of which nothing is known.
  const std::vector<record::Gap>& gaps() const { return gaps_; }

 private:
  struct Place;
  void descend(const Place& place, Tree& tree);
  void add_child(const Place& place, const std::string& name, Tree& tree);
  void read_content(int directory, const std::string& name, const std::string& path, Node& node);
  void hold_content(std::string content, const std::string& path, Node& node);
  void miss(const std::string& path, std::string why);
  std::uint32_t id_inside(std::uint32_t id) const;

  ContentUse use_;
  Allowance allowance_;
  std::uint32_t id_shift_;
  std::vector<record::Gap> gaps_;
};

// The names in a directory but "." and "..", sorted, at most `most`. Throws Failure{unavailable}
// when it cannot be listed.
std::vector<std::string> names_in(int directory, std::size_t most);
// Opens the directory `name` without following a link. Empty if that is not possible.
Fd open_directory(int parent, const std::string& name);
// Whether this is an overlay's mark for a deleted entry: the character device 0/0.
bool is_whiteout(const struct stat& status);
// Whether an overlay's directory hides the one below it.
bool is_opaque(int directory);

}  // namespace redcode::evidence
