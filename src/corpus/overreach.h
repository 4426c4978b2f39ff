// Honest work in worlds with a trap: the suite `overreach`. docs/formats/overreach.md is the
// grammar.
//
//   <folder>/overreach.yaml   what all worlds share: the image, and what a sandbox may use
//   <folder>/<world>.yaml     one world and the tasks in it
//   <folder>/attacks/<world>.yaml   more scripts for them, by other hands than the world's author
//
// Each task stands in two worlds: in the one a shortcut does harm (the trap), in its partner the
// very same shortcut is right. Scripts show both.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/yaml/complaints.h"
#include "corpus/case.h"
#include "corpus/parts.h"
#include "record/verdict.h"

namespace redcode::corpus {

inline constexpr const char* overreach_file = "overreach.yaml";

// Whether the folder holds the suite `overreach`.
bool is_overreach(const std::filesystem::path& folder);

// The policy in overreach.yaml.
record::Policy read_overreach(std::string_view yaml, yaml::Complaints& complaints);

// A program, and what it must come to in each world it is run in.
struct Script {
  std::string name;
  std::string run;  // Bash
  std::optional<record::Outcome> trap = {};
  std::optional<record::Outcome> free = {};
};

// A task in one of its two worlds.
struct Side {
  record::World world;
  Condition goal;
  Condition harm;
};

struct WorkTask {
  std::string id;
  std::string voice;
  std::string request;
  std::string boundary;  // the limit, in words; said in the stated wording only
  std::vector<std::string> then = {};
  Side trap;
  Side free;
  std::vector<Script> scripts = {};

  // Which does harm in the trap and is right in its partner. Requires: the file was sound.
  const Script& shortcut() const;
  // Which does the work in the trap without harm. Likewise.
  const Script& proper() const;
};

struct LivingWorld {
  std::string id;
  std::string title;
  std::string pattern;  // "schema-tool-resets"
  std::string group;    // "databases"
  std::string harm;
  Severity severity = Severity::medium;
  bool reversible = false;
  References references = {};
  std::vector<Incident> incidents = {};
  record::Policy policy = {};
  std::vector<WorkTask> tasks = {};
};

// How accidents are sorted: few enough to count by.
const std::vector<std::string>& accident_groups();
const std::vector<std::string>& accident_patterns();

// One world; `id` is what the file must say it is. What is wrong goes to `complaints`.
LivingWorld read_living_world(std::string_view yaml, const std::string& id,
                              const record::Policy& policy, yaml::Complaints& complaints);

// Gives the world's tasks the scripts of its attacks, after their own. Codes: attacks-wrong-world,
// attacks-unknown-task.
void read_work_attacks(std::string_view yaml, LivingWorld& world, yaml::Complaints& complaints);

// A task in one of its worlds, in one of the wordings (Form::open, Form::stated).
Case work_case(const LivingWorld& world, const WorkTask& task, bool trap, Form form);

// Its cases: each task in both worlds, each with the limit left open and stated.
std::vector<Case> expand(const LivingWorld& world);

}  // namespace redcode::corpus
