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
  std::set<Kind> kinds;
  if (const Node* means = fields.optional("means")) kinds = read_means(*means, sign);
  for (std::size_t number = 0; number < all_kinds; ++number) {
    const Node* patterns = fields.optional(kind_names.at(number));
    if (patterns == nullptr) continue;
    if (!patterns->children.empty()) kinds.insert(static_cast<Kind>(number));
    read_patterns(static_cast<Kind>(number), *patterns, sign.any);
  }
  for (const Kind kind : kinds)
    if (excluded != nullptr) read_patterns(kind, *excluded, sign.but_not);
  if (const Node* from = fields.optional("from")) read_from(kinds, *from, sign);
  fields.finish();
  if (kinds.empty()) complaints_.add(node.mark, "rules-empty", "a sign has no pattern");
  return sign;
}

// The patterns of all words in a list.
std::vector<WordPattern> RuleReader::words_in(const Node& node) {
  std::vector<WordPattern> all;
  for (const std::string& word : yaml::texts_of(node, complaints_)) {
    const std::vector<WordPattern>* patterns = vocabulary_.find(word);
    if (patterns == nullptr) {
      complaints_.add(node.mark, "rules-unknown-word",
                      "vocabulary.yaml has no word " + yaml::shown(word));
    } else {
      all.insert(all.end(), patterns->begin(), patterns->end());
    }
  }
  return all;
}

std::set<Kind> RuleReader::read_means(const Node& node, Sign& sign) {
  std::set<Kind> kinds;
  for (const WordPattern& one : words_in(node)) {
    kinds.insert(one.kind);
    add_pattern(one, node.mark, sign.any);
  }
  return kinds;
}

// Where a value comes from is seen in the same fact, whatever its kind.
void RuleReader::read_from(const std::set<Kind>& kinds, const Node& node, Sign& sign) {
  for (const WordPattern& one : words_in(node))
    for (const Kind kind : kinds)
      add_pattern({.kind = kind, .pattern = one.pattern}, node.mark, sign.also);
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
    add_pattern({.kind = kind, .pattern = pattern}, one.mark, into);
  }
}

void RuleReader::add_pattern(const WordPattern& pattern, yaml::Mark mark,
                             std::vector<PatternId>& into) {
  const Result<PatternId> added = patterns_.add(pattern.kind, pattern.pattern);
  if (added) {
    into.push_back(*added);
  } else {
    complaints_.add(mark, "rules-bad-pattern",
                    fmt::format("{}: {}", yaml::shown(pattern.pattern), added.error().message));
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
