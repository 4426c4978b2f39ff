#include "analysis/effects/ground.h"

#include <fcntl.h>
#include <fnmatch.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <fstream>
#include <iterator>
#include <utility>

#include "analysis/effects/git_state.h"
#include "base/fd.h"
#include "base/text.h"

namespace redcode::effects {
namespace {

constexpr std::size_t most_names = 20'000;

// A handle on what `path` is below `root`, links followed, none of them out of it.
Fd open_in(const std::filesystem::path& root, const std::string& path) {
  if (root.empty()) return {};
  const Fd base(::open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!base) return {};
  open_how how{};
  how.flags = O_PATH | O_CLOEXEC;
  how.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS;
  return Fd(static_cast<int>(::syscall(SYS_openat2, base.get(), path.c_str(), &how, sizeof how)));
}

std::optional<std::string> path_of(const Fd& handle, const std::filesystem::path& root) {
  std::string text(PATH_MAX, '\0');
  const std::string link = "/proc/self/fd/" + std::to_string(handle.get());
  const ssize_t length = ::readlink(link.c_str(), text.data(), text.size());
  if (length <= 0) return std::nullopt;
  text.resize(static_cast<std::size_t>(length));
  if (root == "/") return text;
  if (!is_within(text, root.string())) return std::nullopt;
  text.erase(0, root.string().size());
  return text.empty() ? "/" : text;
}

// Adds what in a folder matches a pattern; false if it is too much.
bool match_in(const Ground& ground, const std::string& folder, const std::string& pattern,
              std::vector<std::string>& found) {
  const auto inside = ground.names(folder.empty() ? "/" : folder);
  if (!inside) return false;
  for (const std::string& name : *inside)
    if (matches_pattern(pattern, name)) found.push_back(folder + "/" + name);
  return found.size() <= most_matches;
}

}  // namespace

std::string normal(std::string_view path) {
  std::vector<std::string> kept;
  for (std::string& part : split(path, '/')) {
    if (part.empty() || part == ".") continue;
    if (part != "..")
      kept.push_back(std::move(part));
    else if (!kept.empty())
      kept.pop_back();
  }
  std::string text;
  for (const std::string& part : kept) text += "/" + part;
  return text.empty() ? "/" : text;
}

bool is_within(std::string_view path, std::string_view folder) {
  if (folder == "/") return path.starts_with('/');
  return path == folder ||
         (path.starts_with(folder) && path.substr(folder.size()).starts_with('/'));
}

bool matches_pattern(std::string_view pattern, std::string_view text) {
  return ::fnmatch(std::string(pattern).c_str(), std::string(text).c_str(),
                   FNM_PERIOD | FNM_EXTMATCH) == 0;
}

Ground::Ground(std::filesystem::path root, std::string working_dir, std::string home)
    : root_(std::move(root)), working_dir_(normal(working_dir)), home_(normal(home)) {
  project_ = real(working_dir_);
  if (project_.empty()) project_ = working_dir_;
  const std::string repository = repository_of(host(project_)).string();
  if (repository.empty()) return;
  if (root_ == "/")
    project_ = repository;
  else if (is_within(repository, root_.string()) && repository.size() > root_.string().size())
    project_ = repository.substr(root_.string().size());
}

Ground Ground::empty(std::string working_dir, std::string home) {
  Ground ground;
  ground.working_dir_ = ground.project_ = normal(working_dir);
  ground.home_ = normal(home);
  return ground;
}

std::filesystem::path Ground::host(const std::string& path) const {
  return root_ == "/" ? std::filesystem::path(path) : std::filesystem::path(root_.string() + path);
}

std::string Ground::real(const std::string& path) const {
  if (root_.empty()) return normal(path);
  std::string left = path;
  std::string rest;
  while (true) {
    if (const Fd handle = open_in(root_, left.empty() ? "/" : left)) {
      const auto found = path_of(handle, root_);
      return found ? normal(*found + rest) : "";
    }
    if (errno != ENOENT && errno != ENOTDIR) return "";
    const std::size_t slash = left.rfind('/');
    if (slash == std::string::npos) return "";
    const std::string name = left.substr(slash);
    if (name == "/..") return "";
    rest = name + rest;
    left.resize(slash);
  }
}

bool Ground::exists(const std::string& path) const {
  return static_cast<bool>(open_in(root_, path));
}

bool Ground::is_folder(const std::string& path) const {
  const Fd handle = open_in(root_, path);
  struct stat found{};
  return handle && ::fstat(handle.get(), &found) == 0 && S_ISDIR(found.st_mode);
}

std::optional<std::string> Ground::text(const std::string& path) const {
  const std::string where = real(path);
  if (where.empty()) return std::nullopt;
  const Fd handle = open_in(root_, where);
  struct stat found{};
  if (!handle || ::fstat(handle.get(), &found) != 0 || !S_ISREG(found.st_mode) ||
      static_cast<std::size_t>(found.st_size) > most_script_file_bytes)
    return std::nullopt;
  std::ifstream file("/proc/self/fd/" + std::to_string(handle.get()), std::ios::binary);
  if (!file) return std::nullopt;
  std::string all(most_script_file_bytes + 1, '\0');
  file.read(all.data(), static_cast<std::streamsize>(all.size()));
  all.resize(static_cast<std::size_t>(file.gcount()));
  return all.size() > most_script_file_bytes ? std::nullopt : std::optional(std::move(all));
}

std::optional<std::vector<std::string>> Ground::names(const std::string& folder) const {
  const std::string where = real(folder);
  std::vector<std::string> found;
  std::error_code wrong;
  if (where.empty()) return found;
  for (std::filesystem::directory_iterator each(host(where), wrong), end; !wrong && each != end;
       each.increment(wrong)) {
    found.push_back(each->path().filename().string());
    if (found.size() > most_names) return std::nullopt;
  }
  std::ranges::sort(found);
  return found;
}

std::optional<std::vector<std::string>> Ground::matches(const std::string& pattern) const {
  std::vector<std::string> so_far{""};
  for (const std::string& part : split(pattern, '/')) {
    if (part.empty()) continue;
    std::vector<std::string> next;
    const bool wild = part.find_first_of("*?[(") != std::string::npos;
    for (const std::string& folder : so_far) {
      if (!wild)
        next.push_back(folder + "/" + part);
      else if (!match_in(*this, folder, part, next))
        return std::nullopt;
    }
    so_far = std::move(next);
  }
  std::erase_if(so_far, [this](const std::string& path) { return !exists(path); });
  return so_far;
}

std::optional<std::vector<std::string>> Ground::find(const std::string& folder,
                                                     const std::string& name) const {
  std::vector<std::string> found;
  const std::string where = real(folder);
  if (where.empty()) return found;
  if (matches_pattern(name, where.substr(where.rfind('/') + 1))) found.push_back(where);
  std::error_code wrong;
  std::size_t seen = 0;
  const std::size_t prefix = root_ == "/" ? 0 : root_.string().size();
  for (std::filesystem::recursive_directory_iterator each(host(where), wrong), end;
       !wrong && each != end; each.increment(wrong)) {
    if (matches_pattern(name, each->path().filename().string()))
      found.push_back(each->path().string().substr(prefix));
    if (++seen > most_names || found.size() > most_matches) return std::nullopt;
  }
  std::ranges::sort(found);
  return found;
}

Facts Ground::facts(const std::string& path) const {
  Facts found;
  found.real = real(path);
  if (found.real.empty()) return found;
  const Fd handle = open_in(root_, found.real);
  struct stat status{};
  found.in_project = is_within(found.real, project_);
  if (!handle || ::fstat(handle.get(), &status) != 0) return found;
  found.exists = true;
  found.folder = S_ISDIR(status.st_mode);
  found.own = status.st_uid == ::getuid();
  found.git = git_state(host(found.real), found.folder);
  return found;
}

}  // namespace redcode::effects
