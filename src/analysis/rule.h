// Rule: what has to be visible in code for it to have a capability.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "analysis/fact.h"
#include "analysis/source.h"

namespace redcode::analysis {

// A pattern's place among all patterns: see PatternSets.
using PatternId = std::uint32_t;

// One thing that must be seen, or must not: a fact that matches one of `any`, if there are some one
// of `also`, and none of `but_not`.
struct Sign {
  std::vector<PatternId> any = {};
  std::vector<PatternId> also = {};
  std::vector<PatternId> but_not = {};
};

// Where the signs of a rule must be seen together.
enum class Within {
  function,  // a function, together with those it calls or passes on
  file,
};

struct Example {
  Source source;
  int line = 0;  // of the rule file
};

struct Rule {
  std::string id;
  std::string capability;
  std::string reason;               // one sentence, shown with the finding
  std::vector<Language> languages;  // empty: all
  Within within = Within::function;
  std::vector<Sign> all = {};
  std::vector<Sign> unless = {};
  std::vector<Example> positive = {};
  std::vector<Example> negative = {};
};

struct Capability {
  std::string id;
  std::string title;
  bool telling = false;  // makes a reply partial by itself
};

struct Family {
  std::string id;
  // Any of these lists of capabilities, all of it, makes a whole program complete.
  std::vector<std::vector<std::string>> complete = {};
  std::vector<Capability> capabilities = {};
};

}  // namespace redcode::analysis
