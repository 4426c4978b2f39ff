// Vocabulary: named sets of patterns that mean the same thing in every language, so that one rule
// serves them all. `means: [sends-out]` in a sign stands for the patterns of that word.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/fact.h"
#include "base/yaml/complaints.h"
#include "base/yaml/yaml.h"

namespace redcode::analysis {

struct WordPattern {
  Kind kind = Kind::call;
  std::string pattern;
};

class Vocabulary {
 public:
  // Complains about what is wrong with the text.
  void read(std::string_view text, yaml::Complaints& complaints);
  // nullptr if there is no such word.
  const std::vector<WordPattern>* find(std::string_view word) const;

 private:
  void read_word(const yaml::Node& node, yaml::Complaints& complaints);

  std::map<std::string, std::vector<WordPattern>, std::less<>> words_;
};

}  // namespace redcode::analysis
