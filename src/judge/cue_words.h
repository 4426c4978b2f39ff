// The wordings behind the cues (words/cues.txt). Patterns are RE2's, over plain sentences.
#pragma once

#include <string>
#include <string_view>

namespace redcode::judge {

// By a cue's name; or "idioms", what looks like a cue and is none; or "looking", what looks like a
// claim and only tells of looking.
const std::string& cue_pattern(std::string_view heading);

}  // namespace redcode::judge
