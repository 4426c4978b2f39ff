#include "oci/remains.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <charconv>
#include <csignal>
#include <fstream>

#include "base/failure.h"
#include "base/text.h"
#include "oci/mounts.h"
#include "oci/places.h"
#include "oci/runtime.h"
#include "oci/spawn.h"
#include "sandbox/cgroup.h"
#include "sandbox/owner.h"

namespace redcode::oci {
namespace {

using namespace std::chrono_literals;

constexpr const char* engine_prefix = "engine-";
constexpr const char* runtime_prefix = "runtime-";

// The control groups of a sandbox, in every mounted tree.
std::vector<std::filesystem::path> control_groups(const std::string& id) {
  std::vector<std::filesystem::path> groups;
  std::ifstream mounts("/proc/self/mounts");
  for (std::string source, target, type, rest;
       mounts >> source >> target >> type && std::getline(mounts, rest);) {
    if (type != "cgroup" && type != "cgroup2") continue;
    std::filesystem::path group = target + cgroup_path(id);
    std::error_code error;
    if (std::filesystem::is_directory(group, error)) groups.push_back(std::move(group));
  }
  return groups;
}

pid_t some_member(const std::vector<std::filesystem::path>& groups) {
  for (const std::filesystem::path& group : groups) {
    std::ifstream members(group / "cgroup.procs");
    pid_t pid = 0;
    if (members >> pid && pid > 0) return pid;
  }
  return 0;
}

void kill_members(const std::vector<std::filesystem::path>& groups) {
  for (int round = 0; round < 5; ++round) {
    const pid_t member = some_member(groups);
    if (member == 0) return;
    try {
      if (sandbox::Cgroup::of(member).kill_all_but(0)) return;
    } catch (const Failure&) {  // NOLINT(bugprone-empty-catch): it died meanwhile; look again
    }
  }
}

void let_runtime_forget(const std::string& id) {
  const std::string name(trim(read_small_file(sandbox_folder(id) / "runtime")));
  std::error_code error;
  if (name.empty()) return;
  try {
    Child runtime = spawn({.argv = Runtime::find(name).remove(id)});
    runtime.wait_blocking(20s);
  } catch (const Failure&) {  // NOLINT(bugprone-empty-catch): not installed any more
  }
}

// What a folder of ours is, and whether the program it belongs to still lives.
struct Remains {
  enum class Kind { foreign, unfinished, engine, sandbox };
  Kind kind = Kind::foreign;
  bool lives = false;
};

Remains remains_at(const std::filesystem::path& folder) {
  using Kind = Remains::Kind;
  const std::string name = folder.filename().string();
  if (const std::string passing = owner_in_name(name); !passing.empty()) {
    return {.kind = Kind::unfinished, .lives = sandbox::owner_lives(passing)};
  }
  const std::string owner = read_small_file(folder / "owner");
  if (owner.empty() || name.starts_with(runtime_prefix)) return {};
  return {.kind = name.starts_with(engine_prefix) ? Kind::engine : Kind::sandbox,
          .lives = sandbox::owner_lives(owner)};
}

}  // namespace

bool remove_folder(const std::filesystem::path& folder) {
  for (const char* mounted : {"layer", "images"}) {
    if (!take_off(folder / mounted)) return false;
  }
  std::error_code error;
  // The owner goes last: what is half removed still carries it.
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().filename() != "owner") std::filesystem::remove_all(entry.path(), error);
  }
  const std::filesystem::path passing = passing_name();
  std::filesystem::rename(folder, passing, error);
  std::filesystem::remove_all(passing, error);
  return !std::filesystem::exists(folder, error);
}

bool remove_sandbox(const std::string& id) {
  std::vector<std::filesystem::path> groups = control_groups(id);
  kill_members(groups);
  let_runtime_forget(id);
  for (const std::filesystem::path& group : control_groups(id)) rmdir(group.c_str());
  return remove_folder(sandbox_folder(id));
}

std::vector<std::string> abandoned() {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(home_folder(), error)) {
    const Remains remains = remains_at(entry.path());
    if (remains.kind == Remains::Kind::foreign || remains.lives) continue;
    names.push_back(entry.path().filename().string());
  }
  return names;
}

std::vector<std::string> remove_abandoned(bool also_living) {
  std::vector<std::string> removed;
  std::vector<std::filesystem::path> engines;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(home_folder(), error)) {
    const std::string name = entry.path().filename().string();
    const Remains remains = remains_at(entry.path());
    if (remains.kind == Remains::Kind::unfinished && !remains.lives) {
      std::filesystem::remove_all(entry.path(), error);
    }
    // A living engine still needs its images for the next sandbox.
    if (remains.kind == Remains::Kind::engine && !remains.lives) engines.push_back(entry.path());
    const bool unwanted = remains.kind == Remains::Kind::sandbox && (!remains.lives || also_living);
    if (unwanted && remove_sandbox(name)) removed.push_back(name);
  }
  for (const std::filesystem::path& engine : engines) remove_folder(engine);
  return removed;
}

}  // namespace redcode::oci
