// Patterns: all patterns of all rules, so that a text is searched once for what any of them needs.
//
// One automaton of hundreds of patterns with `.*` in them has too many states. So the words without
// which a pattern cannot match are searched for all patterns at once; only a pattern that may match
// need be tried.
#pragma once

#include <re2/filtered_re2.h>
#include <re2/re2.h>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/fact.h"
#include "analysis/rule.h"
#include "analysis/words.h"
#include "base/result.h"

namespace redcode::analysis {

// Immutable once compiled, and usable from several threads.
class PatternSets {
 public:
  // RE2's syntax, case ignored, anywhere in the text. The same pattern has the same id.
  Result<PatternId> add(Kind kind, const std::string& pattern);
  // No more patterns after this.
  void compile();

  std::size_t size() const { return patterns_.size(); }
  // What a search leaves behind, and the next one uses again.
  struct Scratch {
    std::vector<PatternId> found = {};  // each once
    std::vector<WordId> words = {};
    std::vector<bool> known = {};
    std::vector<std::uint8_t> sets = {};  // by pattern: of which sets a word was there
    std::vector<PatternId> touched = {};
  };
  // Finds which patterns of its kind a fact may match, by its words. What is not found and has
  // words does not match.
  void possible(const Fact& fact, Scratch& scratch) const;
  // False: it may match any fact of its kind.
  bool has_words(PatternId pattern) const { return !patterns_[pattern].regex->needed.empty(); }
  Kind kind(PatternId pattern) const { return patterns_[pattern].kind; }
  bool matches(PatternId pattern, std::string_view text) const;

 private:
  struct Regex {
    std::unique_ptr<re2::FilteredRE2> alone = {};
    std::vector<std::vector<WordId>> needed = {};  // one of each set is in all it matches
  };
  struct Pattern {
    Kind kind = Kind::call;
    const Regex* regex = nullptr;
  };
  struct Use {
    PatternId pattern = 0;
    std::uint8_t set = 0;  // of its words, as a bit
  };
  Result<const Regex*> regex_of(const std::string& pattern);

  std::map<std::string, Regex> regexes_;  // shared by all kinds
  std::map<std::pair<Kind, std::string>, PatternId> known_;
  std::vector<Pattern> patterns_;
  Words words_;
  std::array<std::vector<std::vector<Use>>, all_kinds> with_word_;  // by kind and word
};

}  // namespace redcode::analysis
