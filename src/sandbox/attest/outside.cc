#include "sandbox/attest/outside.h"

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <system_error>
#include <vector>

#include "base/small_file.h"
#include "base/text.h"

namespace redcode::attest {
namespace {

namespace fs = std::filesystem;

constexpr const char* unlimited = "unlimited";
// Version 1 writes "none" as the largest number of pages.
constexpr std::uint64_t as_good_as_unlimited = std::uint64_t{1} << 60U;

std::optional<std::string> text_of(const fs::path& path) {
  std::error_code error;
  if (!fs::exists(path, error)) return std::nullopt;
  return read_small_file(path);
}

// Of the process, by the name of the line in its status.
std::optional<std::string> status_line(pid_t process, std::string_view name) {
  const std::optional<std::string> status = text_of(fmt::format("/proc/{}/status", process));
  if (!status) return std::nullopt;
  for (const std::string& line : split(*status, '\n')) {
    if (line.starts_with(name) && line.size() > name.size() && line[name.size()] == ':') {
      return std::string(trim(std::string_view(line).substr(name.size() + 1)));
    }
  }
  return std::nullopt;
}

// A group's folder and the one where its hierarchy begins.
struct Group {
  fs::path top;
  fs::path folder;
  bool second_version = false;
};

// Where the hierarchy of `controller` ("" for version 2) is mounted.
fs::path mount_of(const std::string& controller) {
  for (const std::string& line : split(text_of("/proc/self/mounts").value_or(""), '\n')) {
    const std::vector<std::string> fields = split(line, ' ');
    if (fields.size() < 4) continue;
    if (controller.empty() && fields[2] == "cgroup2") return fields[1];
    if (!controller.empty() && fields[2] == "cgroup" &&
        ("," + fields[3] + ",").contains("," + controller + ",")) {
      return fields[1];
    }
  }
  return {};
}

// The group that limits `controller` for the process; version 1's where that has it.
std::optional<Group> group_of(pid_t process, const std::string& controller) {
  const std::optional<std::string> text = text_of(fmt::format("/proc/{}/cgroup", process));
  if (!text) return std::nullopt;
  std::optional<Group> found;
  for (const std::string& line : split(*text, '\n')) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const bool named = ("," + controllers + ",").contains("," + controller + ",");
    if (!named && !controllers.empty()) continue;
    const fs::path top = mount_of(controllers.empty() ? "" : controller);
    if (top.empty()) continue;
    const fs::path folder = top / fs::path(line.substr(second + 1)).relative_path();
    if (named) return Group{.top = top, .folder = folder};
    found = Group{.top = top, .folder = folder, .second_version = true};
  }
  return found;
}

std::string limit_in(const fs::path& folder, const std::string& file) {
  return limit_text(text_of(folder / file).value_or("max"));
}

std::string quota_in(const fs::path& folder, bool second_version) {
  if (!second_version) {
    return quota_text(trim(text_of(folder / "cpu.cfs_quota_us").value_or("max")),
                      trim(text_of(folder / "cpu.cfs_period_us").value_or("100000")));
  }
  const std::string text = text_of(folder / "cpu.max").value_or("max 100000");
  const std::vector<std::string> words = split(trim(text), ' ');
  return words.size() == 2 ? quota_text(words[0], words[1]) : unlimited;
}

std::string limit_of(const Group& group, const fs::path& folder, const std::string& controller) {
  if (controller == "cpu") return quota_in(folder, group.second_version);
  const bool old_memory = controller == "memory" && !group.second_version;
  return limit_in(folder, old_memory ? "memory.limit_in_bytes" : controller + ".max");
}

// The tightest of the group's own limit and those of the groups it is in.
std::optional<std::string> tightest(pid_t process, const std::string& controller) {
  const std::optional<Group> group = group_of(process, controller);
  if (!group) return std::nullopt;
  std::string least = unlimited;
  for (fs::path folder = group->folder; folder != group->top && folder.has_relative_path();
       folder = folder.parent_path()) {
    const std::string here = limit_of(*group, folder, controller);
    const auto value = parse_number<std::uint64_t>(here);
    if (value && (least == unlimited || *value < parse_number<std::uint64_t>(least).value_or(0)))
      least = here;
  }
  return least;
}

}  // namespace

std::string limit_text(std::string_view words) {
  const auto value = parse_number<std::uint64_t>(trim(words));
  return value && *value < as_good_as_unlimited ? fmt::to_string(*value) : unlimited;
}

std::string quota_text(std::string_view quota, std::string_view period) {
  const auto used = parse_number<std::uint64_t>(quota);
  const std::uint64_t each = parse_number<std::uint64_t>(period).value_or(0);
  if (!used || each == 0 || *used > as_good_as_unlimited / 100'000) return unlimited;
  return fmt::to_string(*used * 100'000 / each);
}

Answers look_from_outside(pid_t init) {
  Answers answers;
  if (init <= 0) return answers;
  const auto tell = [&answers](const char* name, const std::optional<std::string>& found) {
    if (found) answers[name] = *found;
  };
  tell("outside.seccomp", status_line(init, "Seccomp"));
  tell("outside.no_new_privs", status_line(init, "NoNewPrivs"));
  std::error_code missing;
  const fs::path link = fs::read_symlink(fmt::format("/proc/{}/ns/net", init), missing);
  if (!missing) answers["outside.network"] = link.string();
  tell("outside.memory", tightest(init, "memory"));
  tell("outside.pids", tightest(init, "pids"));
  tell("outside.cpu", tightest(init, "cpu"));
  return answers;
}

}  // namespace redcode::attest
