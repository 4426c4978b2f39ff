// Cues in the languages that are read beside English: fewer wordings than there, the weights of
// words do the rest.
#pragma once

#include <string_view>

#include "judge/cues.h"

namespace redcode::judge {

// `sentence` is plain. None for a language that is not read.
Cues foreign_cues_in(std::string_view sentence, std::string_view language);

}  // namespace redcode::judge
