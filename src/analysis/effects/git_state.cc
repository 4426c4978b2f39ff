#include "analysis/effects/git_state.h"

#include <git2.h>

#include <algorithm>
#include <memory>

namespace redcode::effects {
namespace {

struct Library {
  Library() { git_libgit2_init(); }
  ~Library() { git_libgit2_shutdown(); }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  Library(Library&&) = delete;
  Library& operator=(Library&&) = delete;
};

struct FreeRepository {
  void operator()(git_repository* one) const { git_repository_free(one); }
};
using Repository = std::unique_ptr<git_repository, FreeRepository>;

Repository open(const std::filesystem::path& path) {
  git_repository* found = nullptr;
  git_repository_open_ext(&found, path.c_str(), 0, nullptr);
  return Repository(found);
}

Git state_of(unsigned int flags) {
  constexpr unsigned int changed = GIT_STATUS_INDEX_MODIFIED | GIT_STATUS_INDEX_RENAMED |
                                   GIT_STATUS_INDEX_TYPECHANGE | GIT_STATUS_WT_MODIFIED |
                                   GIT_STATUS_WT_TYPECHANGE | GIT_STATUS_WT_RENAMED;
  if ((flags & changed) != 0) return Git::modified;
  if ((flags & (GIT_STATUS_WT_NEW | GIT_STATUS_INDEX_NEW)) != 0) return Git::untracked;
  if ((flags & GIT_STATUS_IGNORED) != 0) return Git::ignored;
  return Git::clean;
}

int note_worst(const char*, unsigned int flags, void* worst) {
  Git& so_far = *static_cast<Git*>(worst);
  so_far = std::max(so_far, state_of(flags));
  return 0;
}

}  // namespace

std::filesystem::path repository_of(const std::filesystem::path& path) {
  const Library library;
  const Repository repository = open(path);
  const char* folder = repository ? git_repository_workdir(repository.get()) : nullptr;
  if (folder == nullptr) return {};
  std::string text = folder;
  while (text.size() > 1 && text.back() == '/') text.pop_back();
  return text;
}

Git git_state(const std::filesystem::path& path, bool folder) {
  const Library library;
  const Repository repository = open(folder ? path : path.parent_path());
  const char* workdir = repository ? git_repository_workdir(repository.get()) : nullptr;
  if (workdir == nullptr) return Git::none;
  std::string inside = path.lexically_relative(workdir).string();
  if (inside.empty() || inside.starts_with("..")) return Git::none;
  git_status_options options;
  git_status_options_init(&options, GIT_STATUS_OPTIONS_VERSION);
  options.show = GIT_STATUS_SHOW_INDEX_AND_WORKDIR;
  options.flags = GIT_STATUS_OPT_INCLUDE_UNTRACKED | GIT_STATUS_OPT_INCLUDE_IGNORED |
                  GIT_STATUS_OPT_RECURSE_UNTRACKED_DIRS | GIT_STATUS_OPT_DISABLE_PATHSPEC_MATCH |
                  GIT_STATUS_OPT_NO_REFRESH;
  char* only = inside.data();
  if (inside != ".") {
    options.pathspec.strings = &only;
    options.pathspec.count = 1;
  }
  Git worst = Git::clean;
  if (git_status_foreach_ext(repository.get(), &options, note_worst, &worst) != 0)
    return Git::untracked;
  return worst;
}

}  // namespace redcode::effects
