#include "analysis/rule_reader.h"

#include <fmt/format.h>

#include <algorithm>

namespace redcode::analysis {
namespace {

using yaml::Fields;
using yaml::Node;

constexpr std::size_t least_examples = 2;
constexpr std::string_view but_not = "but-not";

}  // namespace

RuleFile RuleReader::read(std::string_view text) {
  RuleFile file;
  const Node root = yaml::parse_yaml(text, complaints_);
  if (complaints_.count() > 0) return file;
  Fields fields(root, complaints_);
  if (const Node* family = fields.required("family"))
    file.family.id = yaml::slug_of(*family, complaints_);
  if (const Node* complete = fields.optional("complete")) read_complete(*complete, file.family);
  const Node* capabilities = fields.required("capabilities");
  if (capabilities != nullptr && expect(*capabilities, Node::Kind::list, complaints_))
    for (const Node& one : capabilities->children) read_capability(one, file);
  fields.finish();
  return file;
}

void RuleReader::read_complete(const Node& node, Family& family) {
  if (!expect(node, Node::Kind::list, complaints_)) return;
  for (const Node& list : node.children)
    family.complete.push_back(yaml::texts_of(list, complaints_));
}

void RuleReader::read_capability(const Node& node, RuleFile& file) {
  Fields fields(node, complaints_);
  Capability capability;
  if (const Node* id = fields.required("id")) capability.id = yaml::slug_of(*id, complaints_);
  capability.title = fields.text("title");
  if (const Node* telling = fields.required("telling"))
    capability.telling = yaml::boolean_of(*telling, complaints_);
  const Node* rules = fields.required("rules");
  if (rules != nullptr && expect(*rules, Node::Kind::list, complaints_)) {
    for (const Node& rule : rules->children) {
      file.rules.push_back(read_rule(rule, capability.id));
      file.marks.push_back(rule.mark);
    }
  }
  fields.finish();
  file.family.capabilities.push_back(std::move(capability));
}

Rule RuleReader::read_rule(const Node& node, const std::string& capability) {
  Fields fields(node, complaints_);
  Rule rule;
  rule.capability = capability;
  if (const Node* id = fields.required("id")) rule.id = yaml::slug_of(*id, complaints_);
  rule.reason = fields.text("reason");
  if (const Node* languages = fields.optional("languages"))
    rule.languages = read_languages(*languages);
  if (const Node* within = fields.optional("within"))
    rule.within = static_cast<Within>(yaml::choice_of(*within, {"function", "file"}, complaints_));
  if (const Node* all = fields.required("all")) rule.all = read_signs(*all);
  if (const Node* unless = fields.optional("unless")) rule.unless = read_signs(*unless);
  if (const Node* examples = fields.required("examples")) read_examples(*examples, rule);
  fields.finish();
  return rule;
}

std::vector<Language> RuleReader::read_languages(const Node& node) {
  std::vector<Language> languages;
  if (!expect(node, Node::Kind::list, complaints_)) return languages;
  for (const Node& one : node.children) {
    if (const auto language = language_named(one.text)) {
      languages.push_back(*language);
    } else {
      complaints_.add(one.mark, "rules-unknown-language",
                      "there is no language " + yaml::shown(one.text));
    }
  }
  return languages;
}

std::vector<Sign> RuleReader::read_signs(const Node& node) {
  std::vector<Sign> signs;
  if (!expect(node, Node::Kind::list, complaints_)) return signs;
  for (const Node& one : node.children) signs.push_back(read_sign(one));
  if (signs.empty()) complaints_.add(node.mark, "rules-empty", "a list of signs has none");
  return signs;
}

Sign RuleReader::read_sign(const Node& node) {
  Sign sign;
  Fields fields(node, complaints_);
  const Node* excluded = fields.optional(but_not);
  bool has_pattern = false;
  for (std::size_t number = 0; number < all_kinds; ++number) {
    const Node* patterns = fields.optional(kind_names.at(number));
    if (patterns == nullptr) continue;
    has_pattern = has_pattern || !patterns->children.empty();
    read_patterns(static_cast<Kind>(number), *patterns, sign.any);
    if (excluded != nullptr) read_patterns(static_cast<Kind>(number), *excluded, sign.but_not);
  }
  fields.finish();
  if (!has_pattern) complaints_.add(node.mark, "rules-empty", "a sign has no pattern");
  return sign;
}

void RuleReader::read_patterns(Kind kind, const Node& node, std::vector<PatternId>& into) {
  if (!expect(node, Node::Kind::list, complaints_)) return;
  for (const Node& one : node.children) {
    if (kind == Kind::yara && !yara_.contains(one.text)) {
      complaints_.add(one.mark, "rules-unknown-yara",
                      "patterns.yar has no rule " + yaml::shown(one.text));
      continue;
    }
    const std::string pattern = kind == Kind::yara ? fmt::format("^{}$", one.text) : one.text;
    const Result<PatternId> added = patterns_.add(kind, pattern);
    if (added) {
      into.push_back(*added);
    } else {
      complaints_.add(one.mark, "rules-bad-pattern",
                      fmt::format("{}: {}", yaml::shown(one.text), added.error().message));
    }
  }
}

void RuleReader::read_examples(const Node& node, Rule& rule) {
  Fields fields(node, complaints_);
  if (const Node* list = fields.required("positive"))
    rule.positive = read_example_list(*list, rule);
  if (const Node* list = fields.required("negative"))
    rule.negative = read_example_list(*list, rule);
  fields.finish();
}

std::vector<Example> RuleReader::read_example_list(const Node& node, const Rule& rule) {
  std::vector<Example> examples;
  if (!expect(node, Node::Kind::list, complaints_)) return examples;
  for (const Node& one : node.children) examples.push_back(read_example(one, rule));
  if (examples.size() < least_examples)
    complaints_.add(node.mark, "rules-few-examples",
                    fmt::format("{} has {} examples", rule.id, examples.size()),
                    "give at least two");
  return examples;
}

Example RuleReader::read_example(const Node& node, const Rule& rule) {
  const Language first = rule.languages.empty() ? Language::python : rule.languages.front();
  Example example{.source = {.file = "example", .language = first, .text = node.text},
                  .line = node.mark.line};
  if (node.kind != Node::Kind::map) {
    example.source.text = yaml::text_of(node, complaints_);
    return example;
  }
  Fields fields(node, complaints_);
  example.source.text = fields.text("code");
  const std::string written = fields.text("language");
  example.source.language = language_named(written);
  if (!example.source.language)
    complaints_.add(node.mark, "rules-unknown-language",
                    "there is no language " + yaml::shown(written));
  fields.finish();
  return example;
}

}  // namespace redcode::analysis
