#include "sandbox/oci/remains.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "base/child.h"
#include "base/entries.h"
#include "base/failure.h"
#include "base/text.h"
#include "sandbox/cgroup.h"
#include "sandbox/oci/mounts.h"
#include "sandbox/oci/places.h"
#include "sandbox/oci/runtime.h"
#include "sandbox/owner.h"

namespace redcode::oci {
namespace {

using namespace std::chrono_literals;

constexpr const char* engine_prefix = "engine-";
constexpr const char* runtime_prefix = "runtime-";

// The last part of a control group's name. Those of older versions have no other.
std::string id_in_group(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string::npos ? name : name.substr(dot + 1);
}

bool is_abandoned_group(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  return dot != std::string::npos && !sandbox::tagged_owner_lives(name.substr(0, dot));
}

// Kills what is in a control group and removes it.
bool end_group(const std::string& name) {
  const sandbox::Cgroup group = sandbox::Cgroup::named(fmt::format("{}/{}", cgroup_home, name));
  for (int round = 0; round < 5 && !group.kill_all_but(0); ++round) {
  }
  return group.remove();
}

void end_groups_of(const std::string& id) {
  for (const std::string& name : sandbox::Cgroup::names_below(cgroup_home)) {
    if (id_in_group(name) == id) end_group(name);
  }
}

bool is_id(const std::string& name) {
  return name.size() == id_length && std::ranges::all_of(name, [](unsigned char letter) {
           return std::islower(letter) != 0 || std::isdigit(letter) != 0;
         });
}

// What a runtime keeps of one sandbox: runc and crun a folder, gVisor some files.
struct State {
  std::string runtime;
  std::string id;
  std::filesystem::path at;
};

std::vector<State> runtime_states() {
  std::vector<State> states;
  for (const std::filesystem::path& folder : entries_of(home_folder())) {
    const std::string name = folder.filename().string();
    if (!name.starts_with(runtime_prefix)) continue;
    const std::string runtime = name.substr(std::string_view(runtime_prefix).size());
    for (const std::filesystem::path& at : entries_of(folder)) {
      const std::string file = at.filename().string();
      std::string id = file.substr(0, file.find('_'));
      if (is_id(id)) states.push_back({.runtime = runtime, .id = std::move(id), .at = at});
    }
  }
  return states;
}

// A sandbox's folder is made before its runtime knows of it, and goes after: without one, nobody
// wants the state any more.
std::vector<State> stray_states() {
  std::vector<State> strays = runtime_states();
  std::erase_if(strays, [](const State& state) {
    std::error_code error;
    return std::filesystem::exists(sandbox_folder(state.id), error);
  });
  return strays;
}

// Requires: nothing of it runs any more, or may go on running.
void let_runtime_forget(const std::string& runtime, const std::string& id) {
  try {
    Child forgetting({.argv = Runtime::find(runtime).remove_by_force(id)});
    forgetting.wait_blocking(20s);
  } catch (const Failure&) {  // NOLINT(bugprone-empty-catch): not installed any more
  }
  // What it would not remove: a start that was broken off may have left half a state.
  std::error_code error;
  for (const State& state : runtime_states()) {
    if (state.runtime == runtime && state.id == id) std::filesystem::remove_all(state.at, error);
  }
}

// What a folder of ours is, and whether the program it belongs to still lives.
struct Leftover {
  enum class Kind { foreign, unfinished, engine, sandbox };
  Kind kind = Kind::foreign;
  bool lives = false;
};

Leftover leftover_at(const std::filesystem::path& folder) {
  using Kind = Leftover::Kind;
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
  for (const std::filesystem::path& path : entries_of(folder)) {
    if (path.filename() != "owner") std::filesystem::remove_all(path, error);
  }
  const std::filesystem::path passing = passing_name();
  std::filesystem::rename(folder, passing, error);
  std::filesystem::remove_all(passing, error);
  return !std::filesystem::exists(folder, error);
}

bool remove_sandbox(const std::string& id) {
  end_groups_of(id);
  const std::string runtime(trim(read_small_file(sandbox_folder(id) / "runtime")));
  if (!runtime.empty()) let_runtime_forget(runtime, id);
  end_groups_of(id);
  return remove_folder(sandbox_folder(id));
}

std::vector<std::string> abandoned() {
  std::set<std::string> names;
  for (const std::filesystem::path& path : entries_of(home_folder())) {
    const Leftover leftover = leftover_at(path);
    if (leftover.kind == Leftover::Kind::foreign || leftover.lives) continue;
    names.insert(path.filename().string());
  }
  for (const State& state : stray_states()) names.insert(state.id);
  for (const std::string& group : sandbox::Cgroup::names_below(cgroup_home)) {
    if (is_abandoned_group(group)) names.insert(id_in_group(group));
  }
  return {names.begin(), names.end()};
}

namespace {

// What is left of sandboxes that have no folder any more; gives their ids.
std::set<std::string> remove_strays() {
  std::set<std::string> removed;
  for (const std::string& group : sandbox::Cgroup::names_below(cgroup_home)) {
    if (is_abandoned_group(group) && end_group(group)) removed.insert(id_in_group(group));
  }
  for (const State& state : stray_states()) {
    end_groups_of(state.id);
    let_runtime_forget(state.runtime, state.id);
    removed.insert(state.id);
  }
  return removed;
}

}  // namespace

std::vector<std::string> remove_abandoned(bool also_living) {
  std::set<std::string> removed;
  std::vector<std::filesystem::path> engines;
  std::error_code error;
  for (const std::filesystem::path& path : entries_of(home_folder())) {
    const std::string name = path.filename().string();
    const Leftover leftover = leftover_at(path);
    if (leftover.kind == Leftover::Kind::unfinished && !leftover.lives) {
      std::filesystem::remove_all(path, error);
    }
    // A living engine still needs its images for the next sandbox.
    if (leftover.kind == Leftover::Kind::engine && !leftover.lives) engines.push_back(path);
    const bool unwanted =
        leftover.kind == Leftover::Kind::sandbox && (!leftover.lives || also_living);
    if (unwanted && remove_sandbox(name)) removed.insert(name);
  }
  removed.merge(remove_strays());
  for (const std::filesystem::path& engine : engines) remove_folder(engine);
  return {removed.begin(), removed.end()};
}

}  // namespace redcode::oci
