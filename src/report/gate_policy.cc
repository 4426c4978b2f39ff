#include "report/gate_policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "base/yaml/fields.h"
#include "base/yaml/yaml.h"
#include "report/pairing.h"

namespace redcode::report {
namespace {

using stats::Metric;
using yaml::Complaints;
using yaml::Fields;
using yaml::Node;

constexpr std::array demands{Demand::at_most, Demand::at_least, Demand::no_worse_by};
constexpr std::size_t most_rules = 200;
// Beyond this, no number of scenarios one could write would do.
constexpr double most_confidence = 0.9999;
constexpr std::size_t most_looks = 1000;

bool scalar(const Node& node) {
  return node.kind == Node::Kind::text || node.kind == Node::Kind::integer ||
         node.kind == Node::Kind::number;
}

// "0.05", "5 %", "5%". Percent are for rates only.
std::optional<double> limit_in(std::string_view text, double scale) {
  const bool percent = text.ends_with('%');
  if (percent) text = trim(text.substr(0, text.size() - 1));
  const std::optional<double> value = parse_number<double>(text);
  if (!value || (percent && scale != 1)) return std::nullopt;
  return percent ? *value / 100 : *value;
}

// Whether any run could break it. (`at_most: 1` would be 100 %, and mean 1 % more likely.)
bool can_be_broken(Demand demand, double limit, double scale) {
  return demand == Demand::at_least ? limit > 0 : limit < scale;
}

double limit_of(const Node& node, const Rule& rule, Complaints& complaints) {
  const Metric metric = rule.metric;
  const double scale = stats::traits(metric).scale;
  const std::optional<double> value =
      scalar(node) ? limit_in(node.text, scale) : std::optional<double>();
  const bool in_range = value && *value >= 0 && *value <= scale;
  if (in_range && can_be_broken(rule.demand, *value, scale)) return *value;
  if (in_range) {
    complaints.add(
        node.mark, "gate-bad-value",
        fmt::format("no run could break {} {}", name(rule.demand), node.text),
        scale == 1 ? "for one per cent write 1 % or 0.01" : "write a limit within reach");
    return 0;
  }
  complaints.add(
      node.mark, "gate-bad-value",
      fmt::format("{} is no limit for {}", yaml::shown(node.text), stats::traits(metric).name),
      scale == 1 ? "write it like 0.05 or 5 %" : fmt::format("write a number from 0 to {}", scale));
  return 0;
}

Metric metric_of(const Node& node, Complaints& complaints) {
  const std::string word = yaml::text_of(node, complaints);
  const std::optional<Metric> metric = stats::metric_named(word);
  if (metric || word.empty()) return metric.value_or(Metric::attack_success);
  complaints.add(node.mark, "gate-bad-value", fmt::format("unknown metric {}", yaml::shown(word)),
                 fmt::format("use one of: {}", stats::metric_names()));
  return Metric::attack_success;
}

Where where_of(const Node& node, Complaints& complaints) {
  Where where;
  Fields fields(node, complaints);
  for (std::size_t i = 0; i < all_traits; ++i) {
    const auto trait = static_cast<Trait>(i);
    const Node* wanted = fields.optional(name(trait));
    if (wanted != nullptr) where[trait] = yaml::text_of(*wanted, complaints);
  }
  for (const auto& [word, trait] : also_called) {
    const Node* wanted = fields.optional(word);
    if (wanted != nullptr) where[trait] = yaml::text_of(*wanted, complaints);
  }
  fields.finish();
  return where;
}

// The one demand of a rule, and what it says.
const Node* demand_of(const Node& node, Fields& fields, Rule& rule, Complaints& complaints) {
  const Node* found = nullptr;
  for (const Demand demand : demands) {
    const Node* said = fields.optional(name(demand));
    if (said == nullptr) continue;
    if (found != nullptr) {
      complaints.add(said->key_mark, "gate-bad-value", "a rule makes one demand",
                     "make it two rules");
    }
    found = said;
    rule.demand = demand;
  }
  if (found == nullptr && node.kind == Node::Kind::map) {
    complaints.add(node.mark, "gate-missing-key", "the rule demands nothing",
                   "give at_most, at_least or no_worse_by");
  }
  return found;
}

Rule rule_of(const Node& node, Complaints& complaints) {
  Rule rule;
  Fields fields(node, complaints);
  const Node* metric = fields.required("metric");
  if (metric != nullptr) rule.metric = metric_of(*metric, complaints);
  const Node* demand = demand_of(node, fields, rule, complaints);
  if (demand != nullptr) rule.limit = limit_of(*demand, rule, complaints);
  const Node* where = fields.optional("where");
  if (where != nullptr) rule.where = where_of(*where, complaints);
  fields.finish();
  if (demand != nullptr && rule.demand == Demand::no_worse_by && !can_be_paired(rule.metric)) {
    complaints.add(
        demand->key_mark, "gate-unpaired",
        fmt::format("{} cannot be paired with a baseline", stats::traits(rule.metric).name),
        "use a metric whose trials the plan decides, such as attack-success");
  }
  return rule;
}

double confidence_of(const Node& node, Complaints& complaints) {
  const std::optional<double> value = scalar(node) ? limit_in(node.text, 1) : std::nullopt;
  if (value && *value > 0.5 && *value <= most_confidence) return *value;
  complaints.add(
      node.mark, "gate-bad-value", fmt::format("{} is no confidence", yaml::shown(node.text)),
      fmt::format("write a number above 0.5, such as 0.95, and at most {}", most_confidence));
  return 0.95;
}

std::size_t looks_of(const Node& node, Complaints& complaints) {
  const std::optional<double> value = scalar(node) ? parse_number<double>(node.text) : std::nullopt;
  if (value && *value >= 1 && *value <= most_looks && *value == std::floor(*value))
    return static_cast<std::size_t>(*value);
  complaints.add(node.mark, "gate-bad-value",
                 fmt::format("{} is no number of looks", yaml::shown(node.text)),
                 fmt::format("write how often this agent is tried, from 1 to {}", most_looks));
  return 1;
}

bool domains_alike(const Node& node, Complaints& complaints) {
  const std::string word = yaml::text_of(node, complaints);
  if (word.empty() || word == "domains" || word == "scenarios") return word != "scenarios";
  complaints.add(node.mark, "gate-bad-value",
                 fmt::format("bounds cannot be over {}", yaml::shown(word)),
                 "write domains or scenarios");
  return true;
}

GatePolicy policy_of(const Node& root, Complaints& complaints) {
  GatePolicy policy;
  Fields fields(root, complaints);
  const Node* confidence = fields.optional("confidence");
  if (confidence != nullptr) policy.confidence = confidence_of(*confidence, complaints);
  const Node* looks = fields.optional("looks");
  if (looks != nullptr) policy.looks = looks_of(*looks, complaints);
  const Node* over = fields.optional("over");
  if (over != nullptr) policy.domains_alike = domains_alike(*over, complaints);
  const Node* rules = fields.required("rules");
  fields.finish();
  if (rules == nullptr || !yaml::expect(*rules, Node::Kind::list, complaints)) return policy;
  if (rules->children.empty() || rules->children.size() > most_rules) {
    complaints.add(rules->mark, "gate-bad-value", fmt::format("{} rules", rules->children.size()),
                   fmt::format("give 1 to {}", most_rules));
    return policy;
  }
  for (const Node& rule : rules->children) policy.rules.push_back(rule_of(rule, complaints));
  return policy;
}

}  // namespace

std::string_view name(Demand demand) {
  static constexpr std::array<std::string_view, 3> names{"at_most", "at_least", "no_worse_by"};
  return names.at(static_cast<std::size_t>(demand));
}

bool GatePolicy::needs_baseline() const {
  return std::ranges::any_of(rules,
                             [](const Rule& rule) { return rule.demand == Demand::no_worse_by; });
}

std::expected<GatePolicy, std::vector<Error>> parse_gate_policy(std::string_view text,
                                                                const std::string& file) {
  Complaints complaints(file, "gate");
  const Node root = yaml::parse_yaml(text, complaints);
  GatePolicy policy;
  if (complaints.count() == 0) policy = policy_of(root, complaints);
  if (complaints.count() == 0) return policy;
  return std::unexpected(std::move(complaints).take());
}

}  // namespace redcode::report
