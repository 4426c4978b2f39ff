// Reads one file of rules. What is wrong is complained about with line and column.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/patterns.h"
#include "analysis/rule.h"
#include "analysis/vocabulary.h"
#include "analysis/yara_rules.h"
#include "base/yaml/complaints.h"
#include "base/yaml/fields.h"

namespace redcode::analysis {

struct RuleFile {
  Family family;
  std::vector<Rule> rules;
  std::vector<yaml::Mark> marks;  // of each rule
};

class RuleReader {
 public:
  // New patterns are added to `patterns`.
  RuleReader(PatternSets& patterns, const YaraRules& yara, const Vocabulary& vocabulary,
             yaml::Complaints& complaints)
      : patterns_(patterns), yara_(yara), vocabulary_(vocabulary), complaints_(complaints) {}

  RuleFile read(std::string_view text);

 private:
  void read_complete(const yaml::Node& node, Family& family);
  void read_capability(const yaml::Node& node, RuleFile& file);
  Rule read_rule(const yaml::Node& node, const std::string& capability);
  std::vector<Language> read_languages(const yaml::Node& node);
  std::vector<Sign> read_signs(const yaml::Node& node);
  Sign read_sign(const yaml::Node& node);
  std::set<Kind> read_means(const yaml::Node& node, Sign& sign);
  void read_from(const std::set<Kind>& kinds, const yaml::Node& node, Sign& sign);
  std::vector<WordPattern> words_in(const yaml::Node& node);
  void read_patterns(Kind kind, const yaml::Node& node, std::vector<PatternId>& into);
  void add_pattern(const WordPattern& pattern, yaml::Mark mark, std::vector<PatternId>& into);
  void read_examples(const yaml::Node& node, Rule& rule);
  std::vector<Example> read_example_list(const yaml::Node& node, const Rule& rule);
  Example read_example(const yaml::Node& node, const Rule& rule);

  PatternSets& patterns_;
  const YaraRules& yara_;
  const Vocabulary& vocabulary_;
  yaml::Complaints& complaints_;
};

}  // namespace redcode::analysis
