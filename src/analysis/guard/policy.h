// Policy: which effects are allowed, asked about and denied (docs/formats/guard.md).
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/effects/effect.h"
#include "base/result.h"

namespace redcode::guard {

enum class Decision : std::uint8_t { allow, ask, deny };

inline constexpr std::array<std::string_view, 3> decision_names{"allow", "ask", "deny"};

inline std::string_view name(Decision decision) {
  return decision_names.at(static_cast<std::size_t>(decision));
}

// What a path is part of.
enum class Zone : std::uint8_t {
  whole,
  guard,
  secrets,
  system,
  scratch,
  project,
  home,
  elsewhere,
  unknown
};

inline constexpr std::array<std::string_view, 9> zone_names{
    "whole", "guard", "secrets", "system", "scratch", "project", "home", "elsewhere", "unknown"};

inline std::string_view name(Zone zone) { return zone_names.at(static_cast<std::size_t>(zone)); }

// A call, and what its paths are to be taken for.
struct Example {
  std::string call;
  bool exists = false;
  effects::Git git = effects::Git::none;
  int line = 0;
};

// Matches if everything that it names holds; an empty list names nothing.
struct Rule {
  std::string name;
  std::string why;
  std::vector<effects::Verb> effects;
  std::vector<Zone> in;
  std::vector<effects::Git> git;
  std::vector<effects::Source> source;
  std::optional<bool> exists;
  std::optional<bool> known_host;
  bool secret_data = false;
  Decision then = Decision::ask;
  std::vector<Example> examples;  // this rule decides on an effect of each
  std::vector<Example> spares;    // and on none of these
};

// Patterns of paths, beside the built-in ones: "**" any folders, "*" within a name, "~" the home
// folder; without a leading slash anywhere.
using Zones = std::map<Zone, std::vector<std::string>>;

struct Policy {
  std::string file;
  bool replaces_default = false;
  Zones zones;
  std::vector<std::string> hosts;
  std::vector<Rule> rules;  // the first that matches decides
};

// Strict: everything that is wrong is told, with its place. Codes: yaml-*, guard-unknown-key,
// guard-missing-key, guard-wrong-type, guard-bad-value, guard-empty-text, guard-example.
std::expected<Policy, std::vector<Error>> parse_policy(std::string_view text,
                                                       const std::string& file);

// The policy that holds where no file says otherwise, as its file would be written.
std::string_view default_policy_text();
const Policy& default_policy();

}  // namespace redcode::guard
