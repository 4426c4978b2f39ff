#include "evidence/git_history.h"

#include <git2.h>

#include <fstream>
#include <memory>

#include "base/text.h"

namespace redcode::evidence {
namespace {

constexpr std::size_t most_commits = 50'000;
constexpr std::size_t most_refs = 10'000;

template <auto release>
struct Release {
  template <class T>
  void operator()(T* held) const {
    release(held);
  }
};
template <class T, auto release>
using Held = std::unique_ptr<T, Release<release>>;
using Repository = Held<git_repository, git_repository_free>;
using Reference = Held<git_reference, git_reference_free>;
using References = Held<git_reference_iterator, git_reference_iterator_free>;
using Object = Held<git_object, git_object_free>;
using Commit = Held<git_commit, git_commit_free>;

// The library, told to look at nothing but what it is given.
class Library {
 public:
  Library() {
    git_libgit2_init();
    for (const int level : {GIT_CONFIG_LEVEL_SYSTEM, GIT_CONFIG_LEVEL_XDG, GIT_CONFIG_LEVEL_GLOBAL,
                            GIT_CONFIG_LEVEL_PROGRAMDATA}) {
      // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): as libgit2 takes it
      git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, level, "");
    }
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): as libgit2 takes it
    git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  Library(Library&&) = delete;
  Library& operator=(Library&&) = delete;
  ~Library() { git_libgit2_shutdown(); }
};

std::string text_of_id(const git_oid& id) {
  std::string text(GIT_OID_HEXSZ, '\0');
  git_oid_fmt(text.data(), &id);
  return text;
}

class HistoryReader {
 public:
  explicit HistoryReader(git_repository* repository) : repository_(repository) {}

  GitHistory read(const std::filesystem::path& bare) && {
    note_shallow(bare / "shallow");
    read_refs();
    read_head();
    read_stashes(bare / "stash");
    walk();
    return std::move(history_);
  }

 private:
  void miss(const char* why) {
    if (history_.missing.empty()) history_.missing = why;
  }

  void read_refs() {
    git_reference_iterator* made = nullptr;
    if (git_reference_iterator_new(&made, repository_) != 0) return miss("refs cannot be read");
    const References references(made);
    git_reference* one = nullptr;
    int result = 0;
    while ((result = git_reference_next(&one, made)) == 0) {
      const Reference reference(one);
      if (history_.refs.size() == most_refs) return miss("there are too many refs");
      add_ref(git_reference_name(one), one);
    }
    if (result != GIT_ITEROVER) miss("refs cannot be read");
  }

  void add_ref(const std::string& name, git_reference* reference) {
    git_object* peeled = nullptr;
    if (git_reference_peel(&peeled, reference, GIT_OBJECT_COMMIT) == 0) {
      const Object commit(peeled);
      return add_tip(name, *git_object_id(peeled));
    }
    // A branch that another ref names and that is not born yet is no ref. One whose commit is
    // gone is still known by its name.
    git_reference* resolved = nullptr;
    if (git_reference_resolve(&resolved, reference) != 0) return;
    const Reference direct(resolved);
    const git_oid* id = git_reference_target(resolved);
    if (id != nullptr) history_.refs[valid_utf8(name)] = text_of_id(*id);
    if (id != nullptr && name.starts_with("refs/heads/")) miss("the commit of a branch is missing");
  }

  void add_tip(const std::string& name, const git_oid& id) {
    history_.refs[valid_utf8(name)] = text_of_id(id);
    waiting_.push_back(id);
  }

  void read_head() {
    if (git_repository_head_detached(repository_) != 1) return;
    git_oid id{};
    if (git_reference_name_to_id(&id, repository_, "HEAD") == 0) add_tip("HEAD", id);
  }

  // "<old> <new> <who> <when>\t<what>"; the newest is the ref itself.
  void read_stashes(const std::filesystem::path& log) {
    std::ifstream in(log);
    std::size_t lines = 0;
    for (std::string line; lines < most_refs && std::getline(in, line); ++lines) {
      git_oid id{};
      if (line.size() < 2 * GIT_OID_HEXSZ + 1) continue;
      const std::string hex = line.substr(GIT_OID_HEXSZ + 1, GIT_OID_HEXSZ);
      if (git_oid_fromstr(&id, hex.c_str()) == 0 && !git_oid_is_zero(&id)) waiting_.push_back(id);
    }
  }

  // Commits whose parents were never fetched.
  void note_shallow(const std::filesystem::path& file) {
    std::ifstream in(file);
    for (std::string line; shallow_.size() < most_commits && std::getline(in, line);) {
      shallow_.insert(line);
    }
  }

  void walk() {
    while (!waiting_.empty()) {
      const git_oid id = waiting_.back();
      waiting_.pop_back();
      const std::string name = text_of_id(id);
      if (history_.commits.contains(name)) continue;
      if (history_.commits.size() == most_commits) return miss("there are too many commits");
      git_commit* found = nullptr;
      if (git_commit_lookup(&found, repository_, &id) != 0) {
        miss("a commit cannot be read");
        continue;
      }
      const Commit commit(found);
      history_.commits.insert(name);
      if (!shallow_.contains(name)) add_parents(name, found);
    }
  }

  void add_parents(const std::string& name, git_commit* commit) {
    std::vector<std::string>& parents = history_.parents[name];
    const unsigned int count = git_commit_parentcount(commit);
    for (unsigned int i = 0; i < count && i < 1'000; ++i) {
      const git_oid* parent = git_commit_parent_id(commit, i);
      parents.push_back(text_of_id(*parent));
      waiting_.push_back(*parent);
    }
  }

  git_repository* repository_;
  GitHistory history_;
  std::vector<git_oid> waiting_;
  std::set<std::string> shallow_;
};

}  // namespace

bool GitHistory::leads(const std::string& from, const std::string& to) const {
  std::set<std::string> seen;
  std::vector<std::string> waiting = {from};
  while (!waiting.empty()) {
    const std::string one = std::move(waiting.back());
    waiting.pop_back();
    if (one == to) return true;
    if (!seen.insert(one).second) continue;
    if (const auto found = parents.find(one); found != parents.end())
      waiting.insert(waiting.end(), found->second.begin(), found->second.end());
  }
  return false;
}

GitHistory read_history(const std::filesystem::path& bare) {
  const Library library;
  git_repository* opened = nullptr;
  if (git_repository_open_bare(&opened, bare.c_str()) != 0) {
    GitHistory none;
    none.missing = "it cannot be read as a repository";
    return none;
  }
  const Repository repository(opened);
  return HistoryReader(opened).read(bare);
}

}  // namespace redcode::evidence
