#include "agents/permission.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include "base/digest.h"
#include "base/yaml/fields.h"
#include "base/yaml/yaml.h"

namespace redcode::agents {
namespace {

constexpr std::size_t most_rules = 200;

std::shared_ptr<const re2::RE2> pattern_of(const yaml::Node& node, yaml::Complaints& complaints) {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(std::int64_t{1} << 20U);
  auto pattern = std::make_shared<const RE2>(yaml::text_of(node, complaints), options);
  if (!pattern->ok()) {
    complaints.add(node.mark, complaints.code("bad-value"),
                   fmt::format("{} is no regular expression", yaml::shown(node.text)));
  }
  return pattern;
}

}  // namespace

PermissionPolicy PermissionPolicy::allow_all() {
  PermissionPolicy policy;
  policy.otherwise_ = true;
  return policy;
}

PermissionPolicy PermissionPolicy::deny_all() {
  PermissionPolicy policy;
  policy.otherwise_ = false;
  return policy;
}

std::expected<PermissionPolicy, std::vector<Error>> PermissionPolicy::parse(
    std::string_view text, const std::string& file) {
  yaml::Complaints complaints(file, "permission");
  const yaml::Node root = yaml::parse_yaml(text, complaints);
  PermissionPolicy policy = deny_all();
  if (complaints.count() == 0 && yaml::expect(root, yaml::Node::Kind::list, complaints)) {
    if (root.children.size() > most_rules)
      complaints.add(root.mark, complaints.code("bad-value"), "too many rules");
    for (const yaml::Node& node : root.children) {
      yaml::Fields fields(node, complaints);
      const yaml::Node* match = fields.required("match");
      const yaml::Node* answer = fields.required("answer");
      fields.finish();
      if (match == nullptr || answer == nullptr) continue;
      const bool allow = yaml::choice_of(*answer, {"deny", "allow"}, complaints) == 1;
      policy.rules_.push_back({.match = pattern_of(*match, complaints), .allow = allow});
    }
  }
  if (complaints.count() > 0) return std::unexpected(std::move(complaints).take());
  return policy;
}

bool PermissionPolicy::allows(std::string_view what, bool owner_agrees) const {
  for (const Rule& rule : rules_) {
    if (RE2::PartialMatch(what, *rule.match)) return rule.allow;
  }
  return otherwise_.value_or(owner_agrees);
}

std::string PermissionPolicy::digest() const {
  std::string all = !otherwise_ ? "owner" : *otherwise_ ? "allow" : "deny";
  for (const Rule& rule : rules_) {
    all += fmt::format("\n{} {}", rule.allow ? "allow" : "deny", rule.match->pattern());
  }
  return sha256_hex(all);
}

}  // namespace redcode::agents
