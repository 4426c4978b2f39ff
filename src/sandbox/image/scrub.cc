#include "sandbox/image/scrub.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/text.h"

namespace redcode::image {
namespace {

// Directories that stay, empty.
constexpr std::array<std::string_view, 5> emptied{"dev/", "proc/", "sys/", "tmp/", "var/tmp/"};
constexpr std::array<std::string_view, 8> left_out{
    ".dockerenv",  "etc/group-",  "etc/gshadow-", "etc/passwd-",
    "etc/shadow-", "etc/subgid-", "etc/subuid-",  "var/cache/ldconfig/aux-cache"};
constexpr std::array<std::string_view, 2> with_backups{"var/cache/debconf/", "var/lib/dpkg/"};
constexpr std::array<std::string_view, 4> of_this_host{
    "etc/hostname", "etc/machine-id", "etc/resolv.conf", "var/lib/dbus/machine-id"};
constexpr std::string_view shadow = "etc/shadow";
constexpr std::string_view sources = "etc/apt/sources.list";

bool starts_with_any(std::string_view path, const auto& prefixes) {
  return std::ranges::any_of(prefixes, [path](std::string_view p) { return path.starts_with(p); });
}

bool is_backup(std::string_view path) {
  return path.ends_with("-old") && starts_with_any(path, with_backups);
}

bool is_log(std::string_view path) { return path.starts_with("var/log/") && path.contains(".log"); }

bool is_cached(std::string_view path) {
  return path.starts_with("var/cache/apt/") && (path.ends_with(".deb") || path.ends_with(".bin"));
}

bool is_index(std::string_view path) {
  return path.starts_with("var/lib/apt/lists/") && !path.ends_with("/partial");
}

// The third field is the day the password was last changed.
std::string shadow_of(std::string_view content, std::chrono::sys_days day) {
  std::string text;
  for (const std::string& line : split(content, '\n')) {
    std::vector<std::string> fields = split(line, ':');
    if (fields.size() > 2 && !fields[2].empty())
      fields[2] = fmt::format("{}", day.time_since_epoch().count());
    if (!line.empty()) text += fmt::format("{}\n", fmt::join(fields, ":"));
  }
  return text;
}

}  // namespace

bool is_left_out(std::string_view path) {
  return starts_with_any(path, emptied) || std::ranges::find(left_out, path) != left_out.end() ||
         is_backup(path) || is_log(path) || is_cached(path) || is_index(path);
}

bool is_made_plain(std::string_view path) {
  return path == shadow || path == sources ||
         std::ranges::find(of_this_host, path) != of_this_host.end();
}

std::string plain(std::string_view path, std::string_view content, std::chrono::sys_days day) {
  if (path == shadow) return shadow_of(content, day);
  if (path == sources) return "deb http://deb.debian.org/debian bookworm main\n";
  return {};
}

}  // namespace redcode::image
