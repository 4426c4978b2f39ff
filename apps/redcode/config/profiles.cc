#include "config/profiles.h"

#include <fmt/ranges.h>

#include <cassert>

#include "base/text.h"

namespace redcode::app {
namespace {

// docs/configuration.md says how many trials each has, how long it takes and how sure it is.
// Each says all that decides which cases there are, so that it means the same above any file.
constexpr std::string_view builtin = R"(
quick:
  run: {subset: "", limit: 0, sample: 200, deadline: 5m}
standard:
  run: {subset: "", limit: 0, sample: 1500}
paper:
  run: {subset: paper, limit: 0, sample: 0}
full:
  run: {subset: "", limit: 0, sample: 0}
)";

const yaml::Node& builtin_profiles() {
  static const yaml::Node parsed = [] {
    yaml::Complaints complaints("built-in profiles", "config");
    yaml::Node root = yaml::parse_yaml(builtin, complaints);
    assert(complaints.count() == 0);
    return root;
  }();
  return parsed;
}

}  // namespace

const yaml::Node* builtin_profile(std::string_view name) { return builtin_profiles().find(name); }

const yaml::Node* profile_named(std::string_view name, const yaml::Node* file) {
  if (const yaml::Node* found = builtin_profile(name)) return found;
  const yaml::Node* own = file == nullptr ? nullptr : file->find("profiles");
  return own == nullptr ? nullptr : own->find(name);
}

std::vector<std::string> profile_names(const yaml::Node* file) {
  std::vector<std::string> names;
  for (const yaml::Node& one : builtin_profiles().children) names.push_back(one.key);
  const yaml::Node* own = file == nullptr ? nullptr : file->find("profiles");
  if (own == nullptr) return names;
  for (const yaml::Node& one : own->children) names.push_back(one.key);
  return names;
}

Error no_such_profile(const std::string& name, const yaml::Node* file) {
  const std::vector<std::string> names = profile_names(file);
  const std::string near = nearest(name, names);
  return {.code = "config-bad-value",
          .message = fmt::format("no profile {}", yaml::shown(name)),
          .hint = near.empty() ? fmt::format("there are: {}", fmt::join(names, ", "))
                               : fmt::format("did you mean '{}'?", near)};
}

}  // namespace redcode::app
