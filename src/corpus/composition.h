// Composition: how large a set of cases is, and how much its members differ from one another.
// docs/corpus-stats.md says what each figure means.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "corpus/entry.h"
#include "corpus/openings.h"
#include "corpus/variety.h"

namespace redcode::corpus {

struct Counts {
  std::size_t scenarios = 0;
  std::size_t variants = 0;
  std::size_t entries = 0;  // variants in each language
  std::size_t risky_cases = 0;
  std::size_t twins = 0;
  std::size_t twin_cases = 0;
  std::size_t context_pairs = 0;  // twins whose code is, word for word, that of a variant
  bool operator==(const Counts&) const = default;
};
Counts count(const std::vector<Entry>& entries);

struct Composition {
  Counts all;
  std::map<std::string, Counts> domains;
  std::map<std::string, Counts> scenarios;
  std::map<Language, Counts> languages;
  std::map<Form, Counts> forms;
  std::map<std::string, std::size_t> voices;  // variants and twins of each
  Variety variety;
  std::map<Language, Variety> variety_by_language;
  std::map<Form, std::vector<Opening>> openings;  // risky and twin prompts
  std::size_t paper_cases = 0;                    // how much of the paper's shape can be filled
};
Composition composition_of(const std::vector<Entry>& entries);

}  // namespace redcode::corpus
