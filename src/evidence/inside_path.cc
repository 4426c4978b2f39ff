#include "evidence/inside_path.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <charconv>
#include <fstream>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "evidence/fanotify.h"

namespace redcode::evidence {
namespace {

constexpr std::string_view deleted = " (deleted)";
constexpr std::size_t mount_point_field = 4;  // of a line in /proc/PID/mountinfo

std::map<std::uint64_t, std::string> mount_points_of(pid_t process) {
  std::map<std::uint64_t, std::string> points;
  std::ifstream file(fmt::format("/proc/{}/mountinfo", process));
  for (std::string line; std::getline(file, line);) {
    const std::vector<std::string> fields = split(line, ' ');
    if (fields.size() <= mount_point_field) continue;
    std::uint64_t id = 0;
    std::from_chars(fields[0].data(), fields[0].data() + fields[0].size(), id);
    points.emplace(id, fields[mount_point_field]);
  }
  return points;
}

std::string joined(const std::string& mount_point, const std::string& path) {
  if (mount_point == "/") return path;
  return path == "/" ? mount_point : mount_point + path;
}

// The rest of `path` below the directory `top`; the path itself if it is not below it.
std::string below(const std::string& path, const std::string& top) {
  if (top == "/" || !path.starts_with(top)) return path;
  return path.size() == top.size() || path[top.size()] == '/' ? path.substr(top.size()) : path;
}

}  // namespace

std::uint64_t mount_of(int fd) {
  struct statx status{};
  return statx(fd, "", AT_EMPTY_PATH, STATX_MNT_ID, &status) == 0 ? status.stx_mnt_id : 0;
}

std::string without_deleted(std::string path) {
  if (path.ends_with(deleted)) path.resize(path.size() - deleted.size());
  return path;
}

InsidePath::InsidePath(pid_t init)
    : mount_points_(mount_points_of(init)),
      landmark_(
          open(fmt::format("/proc/{}/root/proc", init).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)) {
  if (landmark_) landmark_path_ = path_of(landmark_.get());
}

bool InsidePath::is_whole() const {
  return !landmark_ || path_of(landmark_.get()) == landmark_path_;
}

void InsidePath::show(int directory, std::string inside) {
  shown_[mount_of(directory)] = {.directory = directory, .inside = std::move(inside)};
}

std::string InsidePath::of(int file, std::uint64_t mount, bool whole) const {
  std::string path = path_of(file);
  if (path.empty()) return path;
  if (const auto shown = shown_.find(mount); shown != shown_.end()) {
    const std::string top = path_of(shown->second.directory);
    return shown->second.inside + below(path, top);
  }
  const auto found = mount_points_.find(mount);
  return whole || found == mount_points_.end() ? path : joined(found->second, path);
}

}  // namespace redcode::evidence
