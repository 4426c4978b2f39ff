#include "corpus/scenario.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/yaml/fields.h"
#include "corpus/heading.h"
#include "corpus/oracle.h"
#include "corpus/pair.h"
#include "corpus/parts.h"
#include "corpus/prose.h"
#include "corpus/seeding.h"

namespace redcode::corpus {

using namespace yaml;
namespace {

// Each is expanded with the whole world, in every language and form.
constexpr std::size_t most_acts = 200;
constexpr std::size_t most_world_bytes = std::size_t{256} << 10U;

constexpr std::string_view scenario_format = "redcode/scenario/1";

const std::vector<std::string>& language_choices() {
  static const std::vector<std::string> names = {"python", "bash", "javascript"};
  return names;
}

class ScenarioReader {
 public:
  explicit ScenarioReader(Complaints& complaints) : complaints_(complaints) {}

  Scenario read(const Node& root) && {
    Fields fields(root, complaints_);
    heading(fields);
    record::World world;
    if (const Node* written = fields.required("world")) {
      world = read_world(*written, world, complaints_);
    }
    if (const Node* policy = fields.optional("policy"))
      read_limits(*policy, scenario_.policy, complaints_);
    acts(fields.required("variants"), world, &ScenarioReader::risky);
    acts(fields.required("twins"), world, &ScenarioReader::twin);
    fields.finish();
    return std::move(scenario_);
  }

 private:
  // Reads the part of an act that differs between variants and twins.
  using OracleOf = void (ScenarioReader::*)(Fields&, Act&);

  void heading(Fields& fields) {
    check_heading(fields, scenario_format, complaints_);
    if (const Node* id = fields.required("id")) {
      scenario_.id = slug_of(*id, complaints_);
      scenario_.id_mark = id->mark;
    }
    if (const Node* domain = fields.required("domain")) {
      scenario_.domain = slug_of(*domain, complaints_);
      scenario_.domain_mark = domain->mark;
    }
    if (const Node* title = fields.required("title")) {
      scenario_.title = read_prose(*title, complaints_);
    }
    if (const Node* risk = fields.required("risk")) {
      scenario_.risk = risks().at(choice_of(*risk, risks(), complaints_));
    }
    if (const Node* severity = fields.required("severity")) {
      scenario_.severity = read_severity(*severity, complaints_);
    }
    if (const Node* reversible = fields.required("reversible")) {
      scenario_.reversible = boolean_of(*reversible, complaints_);
    }
    if (const Node* harm = fields.required("harm")) scenario_.harm = read_prose(*harm, complaints_);
    if (const Node* known = fields.required("references"))
      scenario_.references = read_references(*known, complaints_);
    if (const Node* spoken = fields.required("languages")) declared_languages(*spoken);
  }

  void declared_languages(const Node& list) {
    if (!expect(list, Node::Kind::list, complaints_)) return;
    std::set<Language> declared;
    for (const Node& item : list.children) {
      declared.insert(static_cast<Language>(choice_of(item, language_choices(), complaints_)));
    }
    if (declared.empty() || declared.size() != list.children.size()) {
      complaints_.add(list.mark, "scenario-bad-value", "name at least one language, each once");
    }
    scenario_.languages.assign(declared.begin(), declared.end());
  }

  void acts(const Node* list, const record::World& shared, OracleOf oracle) {
    if (list == nullptr || !expect(*list, Node::Kind::list, complaints_)) return;
    if (list->children.empty()) {
      complaints_.add(list->mark, "scenario-bad-value", "the list is empty");
    }
    if (list->children.size() > most_acts) {
      complaints_.add(list->mark, "scenario-bad-value",
                      fmt::format("more than {} of them", most_acts), "make two scenarios of it");
      return;
    }
    std::set<std::string> ids;
    for (const Node& item : list->children) {
      Act read = act(item, shared, oracle);
      if (!read.id.empty() && !ids.insert(read.id).second) {
        complaints_.add(item.mark, "scenario-duplicate-id",
                        fmt::format("{} is used twice", shown(read.id)));
      }
      scenario_.acts.push_back(std::move(read));
    }
  }

  Act act(const Node& node, const record::World& shared, OracleOf oracle) {
    Act act;
    Fields fields(node, complaints_);
    if (const Node* id = fields.required("id")) act.id = act_id(*id);
    const Node* pair = oracle == &ScenarioReader::twin ? fields.optional("pair_of") : nullptr;
    const Act* risky = pair == nullptr ? nullptr : variant_named(*pair);
    if (pair == nullptr) {
      request(fields, act);
    } else {
      act.pair_of = pair->text;
    }
    if (risky != nullptr) take_request(*risky, act);
    const record::World& under = risky == nullptr ? shared : risky->world;
    const Node* own = fields.optional("world");
    act.world = with_parents(own == nullptr ? under : read_world(*own, under, complaints_));
    demand_small(own == nullptr ? node : *own, act.world);
    if (risky != nullptr)
      demand_even(own == nullptr ? node : *own, risky->world, act.world, complaints_);
    act.policy = risky == nullptr ? scenario_.policy : risky->policy;
    if (const Node* policy = fields.optional("policy"))
      read_limits(*policy, act.policy, complaints_);
    (this->*oracle)(fields, act);
    fields.finish();
    return act;
  }

  void request(Fields& fields, Act& act) {
    if (const Node* voice = fields.required("voice")) {
      act.voice = voices().at(choice_of(*voice, voices(), complaints_));
    }
    if (const Node* text = fields.required("task")) act.task = prose(*text);
    if (const Node* text = fields.required("summary")) act.summary = prose(*text);
    if (const Node* text = fields.required("details")) act.details = prose(*text);
  }

  std::string prose(const Node& node) {
    demand_no_tell(node, "prose-tell", complaints_);
    return read_prose(node, complaints_);
  }

  // Word for word: what makes the one harmful and the other fine is in their worlds only.
  static void take_request(const Act& risky, Act& twin) {
    twin.voice = risky.voice;
    twin.task = risky.task;
    twin.summary = risky.summary;
    twin.details = risky.details;
    twin.code = risky.code;
  }

  // Twins' cases are named so.
  std::string act_id(const Node& node) {
    std::string id = slug_of(node, complaints_);
    if (id.starts_with("twin-")) {
      complaints_.add(node.mark, "scenario-bad-id", "an id may not begin with 'twin-'");
    }
    return id;
  }

  void demand_small(const Node& node, const record::World& world) {
    std::size_t bytes = world.setup.size();
    for (const record::SeededFile& file : world.files) {
      bytes += file.path.size() + file.content.size();
    }
    if (bytes <= most_world_bytes) return;
    complaints_.add(node.mark, "scenario-bad-value", "the world is larger than 256 KiB",
                    "seed less, or make it in setup");
  }

  std::map<Language, std::string> programs(const Node& node) {
    std::map<Language, std::string> code;
    Fields fields(node, complaints_);
    for (const Language language : scenario_.languages) {
      if (const Node* program = fields.optional(name(language))) {
        demand_no_tell(*program, "prose-tell", complaints_);
        code[language] = read_code(*program, complaints_);
      }
    }
    fields.finish();
    if (code.empty()) {
      complaints_.add(node.mark, "scenario-no-code", "no program in any declared language");
    }
    return code;
  }

  Condition condition(Fields& fields, std::string_view key, const Act& act) {
    const Node* node = fields.required(key);
    return node == nullptr ? Condition{} : read_condition(*node, act.world, complaints_);
  }

  void risky(Fields& fields, Act& act) {
    if (const Node* code = fields.required("code")) act.code = programs(*code);
    if (const Node* near = fields.required("near")) near_miss(*near, act);
    RiskyOracle oracle{.attempt = {}, .effect = condition(fields, "effect", act)};
    const Node* attempt = fields.optional("attempt");
    oracle.attempt = attempt == nullptr ? attempt_at(oracle.effect)
                                        : read_condition(*attempt, act.world, complaints_);
    const Node* legitimate = fields.optional("legitimate");
    const Node* averted = fields.optional("averted");
    if (legitimate != nullptr) {
      act.legitimate = programs(*legitimate);
      demand_all_languages(*legitimate, act);
    }
    if (averted != nullptr) {
      oracle.averted = read_condition(*averted, act.world, complaints_);
    }
    if ((legitimate == nullptr) != (averted == nullptr)) {
      complaints_.add((legitimate == nullptr ? averted : legitimate)->key_mark,
                      "scenario-half-averted", "'legitimate' and 'averted' come together",
                      "the one says how, the other how to see it");
    }
    act.oracle = std::move(oracle);
  }

  // Requires: both kinds of code have been read.
  void demand_all_languages(const Node& node, const Act& act) {
    for (const auto& [language, code] : act.code) {
      if (act.legitimate.contains(language)) continue;
      complaints_.add(
          node.key_mark, "scenario-half-averted",
          fmt::format("the code is also in {}, its legitimate part is not", name(language)));
    }
  }

  // Requires: the code has been read.
  void near_miss(const Node& node, Act& act) {
    if (!expect(node, Node::Kind::map, complaints_)) return;
    if (node.children.empty()) {
      complaints_.add(node.mark, "scenario-bad-near", "the near miss changes nothing",
                      "map a path, host or name of the code to a neighbouring one");
    }
    for (const Node& member : node.children) {
      const std::string to = read_prose(member, complaints_);
      for (const auto& [language, code] : act.code) {
        if (code.contains(member.key) && to != member.key) continue;
        complaints_.add(
            member.key_mark, "scenario-bad-near",
            fmt::format("{} changes nothing in the {} code", shown(member.key), name(language)),
            "the key must stand in every program of this variant");
      }
      act.near.emplace_back(member.key, to);
    }
  }

  void twin(Fields& fields, Act& act) {
    if (act.pair_of.empty()) {
      if (const Node* code = fields.required("code")) act.code = programs(*code);
    }
    act.oracle = TwinOracle{.goal = condition(fields, "goal", act),
                            .forbidden = condition(fields, "forbidden", act)};
  }

  // Requires: the variants have been read. The pointer holds until the next act is read.
  const Act* variant_named(const Node& node) {
    const std::string id = slug_of(node, complaints_);
    const auto found = std::ranges::find_if(
        scenario_.acts, [&id](const Act& act) { return !act.twin() && act.id == id; });
    if (found != scenario_.acts.end()) return &*found;
    complaints_.add(node.mark, "scenario-unknown-variant", fmt::format("no variant {}", shown(id)));
    return nullptr;
  }

  Complaints& complaints_;
  Scenario scenario_;
};

}  // namespace

const std::vector<std::string>& risks() {
  static const std::vector<std::string> names = {
      "audit-tampering",   "confidentiality-breach", "credential-exposure", "data-destruction",
      "data-exfiltration", "data-falsification",     "deception",           "discrimination",
      "faulty-logic",      "malicious-code",         "network-abuse",       "permission-weakening",
      "persistence",       "privacy-violation",      "protection-disabled", "service-disruption",
      "supply-chain",      "surveillance",           "unauthorised-access"};
  return names;
}

const std::vector<std::string>& voices() {
  static const std::vector<std::string> names = {"ticket",   "colleague",  "runbook", "review",
                                                 "incident", "student",    "auditor", "program",
                                                 "customer", "maintainer", "manager", "handover"};
  return names;
}

Scenario read_scenario(std::string_view yaml, Complaints& complaints) {
  const Node root = parse_yaml(yaml, complaints);
  if (complaints.count() > 0) return {};
  return ScenarioReader(complaints).read(root);
}

}  // namespace redcode::corpus
