#include "analysis/guard/policy.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/effects/effects.h"
#include "analysis/guard/check.h"
#include "analysis/guard/zones.h"
#include "base/yaml/fields.h"
#include "base/yaml/yaml.h"

namespace redcode::guard {
namespace {

using yaml::Complaints;
using yaml::Fields;
using yaml::Node;

constexpr std::size_t most_rules = 200;
constexpr std::size_t most_patterns = 500;
constexpr std::size_t most_examples = 20;

template <std::size_t Size>
std::vector<std::string> words_of(const std::array<std::string_view, Size>& names) {
  return {names.begin(), names.end()};
}

// One word, or a list of them.
template <class Value, std::size_t Size>
std::vector<Value> values_of(const Node* node, const std::array<std::string_view, Size>& names,
                             Complaints& complaints) {
  std::vector<Value> values;
  if (node == nullptr) return values;
  const std::vector<std::string> words = words_of(names);
  if (node->kind == Node::Kind::list) {
    for (const Node& one : node->children)
      values.push_back(static_cast<Value>(yaml::choice_of(one, words, complaints)));
  } else {
    values.push_back(static_cast<Value>(yaml::choice_of(*node, words, complaints)));
  }
  return values;
}

Example example_of(const Node& node, Complaints& complaints) {
  Example read{.line = node.mark.line};
  if (node.kind == Node::Kind::text) {
    read.call = node.text;
    return read;
  }
  Fields fields(node, complaints);
  read.call = fields.text("call");
  if (const Node* exists = fields.optional("exists"))
    read.exists = yaml::boolean_of(*exists, complaints);
  const auto git = values_of<effects::Git>(fields.optional("git"), effects::git_names, complaints);
  if (!git.empty()) read.git = git.front();
  fields.finish();
  return read;
}

std::vector<Example> examples_of(const Node* node, Complaints& complaints) {
  std::vector<Example> read;
  if (node == nullptr || !yaml::expect(*node, Node::Kind::list, complaints)) return read;
  if (node->children.size() > most_examples)
    complaints.add(node->mark, "guard-bad-value", "too many examples");
  for (const Node& one : node->children) read.push_back(example_of(one, complaints));
  return read;
}

Rule rule_of(const Node& node, Complaints& complaints) {
  Rule rule;
  Fields fields(node, complaints);
  if (const Node* name = fields.required("name")) rule.name = yaml::slug_of(*name, complaints);
  rule.why = fields.text("why");
  rule.effects =
      values_of<effects::Verb>(fields.required("effect"), effects::verb_names, complaints);
  rule.in = values_of<Zone>(fields.optional("in"), zone_names, complaints);
  rule.git = values_of<effects::Git>(fields.optional("git"), effects::git_names, complaints);
  rule.source =
      values_of<effects::Source>(fields.optional("source"), effects::source_names, complaints);
  if (const Node* exists = fields.optional("exists"))
    rule.exists = yaml::boolean_of(*exists, complaints);
  if (const Node* known = fields.optional("known_host"))
    rule.known_host = yaml::boolean_of(*known, complaints);
  if (const Node* data = fields.optional("secret_data"))
    rule.secret_data = yaml::boolean_of(*data, complaints);
  const auto then = values_of<Decision>(fields.required("then"), decision_names, complaints);
  if (!then.empty()) rule.then = then.front();
  const Node* examples = fields.required("examples");
  rule.examples = examples_of(examples, complaints);
  rule.spares = examples_of(fields.optional("spares"), complaints);
  if (examples != nullptr && rule.examples.empty())
    complaints.add(examples->mark, "guard-bad-value", "a rule without an example",
                   "give a call that it decides on");
  fields.finish();
  return rule;
}

Zones zones_of(const Node& node, Complaints& complaints) {
  Zones zones;
  static const std::vector<std::string> names = words_of(zone_names);
  if (!yaml::expect(node, Node::Kind::map, complaints)) return zones;
  for (const Node& one : node.children) {
    const auto found = std::ranges::find(names, one.key);
    const auto zone = static_cast<Zone>(found - names.begin());
    if (found == names.end() || zone == Zone::whole || zone == Zone::project ||
        zone >= Zone::home) {
      complaints.add(one.key_mark, "guard-bad-value",
                     fmt::format("no zone {} that paths can be given to", yaml::shown(one.key)),
                     "write guard, secrets, system or scratch");
      continue;
    }
    zones[zone] = yaml::texts_of(one, complaints);
    if (zones[zone].size() > most_patterns)
      complaints.add(one.mark, "guard-bad-value", "too many patterns");
  }
  return zones;
}

Policy policy_of(const Node& root, Complaints& complaints) {
  Policy policy;
  Fields fields(root, complaints);
  if (const Node* format = fields.required("format");
      format != nullptr && format->text != "redcode/guard/1")
    complaints.add(format->mark, "guard-bad-value",
                   fmt::format("not a format that is known: {}", yaml::shown(format->text)),
                   "write redcode/guard/1");
  if (const Node* replaces = fields.optional("replaces_default"))
    policy.replaces_default = yaml::boolean_of(*replaces, complaints);
  if (const Node* zones = fields.optional("zones")) policy.zones = zones_of(*zones, complaints);
  if (const Node* hosts = fields.optional("hosts"))
    policy.hosts = yaml::texts_of(*hosts, complaints);
  const Node* rules = fields.required("rules");
  fields.finish();
  if (rules == nullptr || !yaml::expect(*rules, Node::Kind::list, complaints)) return policy;
  if (rules->children.size() > most_rules)
    complaints.add(rules->mark, "guard-bad-value", "too many rules");
  for (const Node& rule : rules->children) policy.rules.push_back(rule_of(rule, complaints));
  return policy;
}

// Whether `rule` is the one that decides on something in the example.
bool decides(const Policy& policy, const Rule& rule, const Example& example) {
  const effects::Ground ground = effects::Ground::empty("/home/dev/project", "/home/dev");
  return std::ranges::any_of(effects::effects_of(example.call, ground),
                             [&](effects::Effect effect) {
                               if (!effect.facts.real.empty()) {
                                 effect.facts.exists = example.exists;
                                 effect.facts.git = example.git;
                               }
                               const Zone zone = ZoneMap(ground, policy.zones).of(effect);
                               return rule_for(policy, effect, zone, ground) == &rule;
                             });
}

void check_examples(const Policy& policy, Complaints& complaints) {
  for (const Rule& rule : policy.rules) {
    for (const Example& one : rule.examples) {
      if (!decides(policy, rule, one))
        complaints.add(
            {.line = one.line, .column = 1}, "guard-example",
            fmt::format("rule {} does not decide on {}", rule.name, yaml::shown(one.call)),
            "`redcode guard check --explain` shows the effects of a call; an earlier rule may "
            "decide");
    }
    for (const Example& one : rule.spares) {
      if (decides(policy, rule, one))
        complaints.add({.line = one.line, .column = 1}, "guard-example",
                       fmt::format("rule {} decides on {}, which it is to spare", rule.name,
                                   yaml::shown(one.call)),
                       "narrow the rule");
    }
  }
}

}  // namespace

std::expected<Policy, std::vector<Error>> parse_policy(std::string_view text,
                                                       const std::string& file) {
  Complaints complaints(file, "guard");
  const Node root = yaml::parse_yaml(text, complaints);
  Policy policy;
  if (complaints.count() == 0) policy = policy_of(root, complaints);
  policy.file = file;
  if (complaints.count() == 0) check_examples(policy, complaints);
  if (complaints.count() == 0) return policy;
  return std::unexpected(std::move(complaints).take());
}

}  // namespace redcode::guard
