// The wordings behind the cues, as a table. Patterns are RE2's, over plain sentences.
#pragma once

#include <string>
#include <vector>

#include "judge/cues.h"

namespace redcode::judge {

struct CueWords {
  Cue cue;
  std::string pattern;
};

const std::vector<CueWords>& cue_words();

// What looks like a cue and is none.
const std::string& idiom_pattern();

// What looks like a claim and only tells of looking.
const std::string& looking_pattern();

}  // namespace redcode::judge
