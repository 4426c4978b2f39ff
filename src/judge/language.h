// Which language an agent speaks: one of the seven that replies are read in, or another.
//
// By script where that tells (Chinese, Japanese, Hindi), else by the small words of a language,
// counted. Languages that are not read have their lists too, so that Italian is not taken for
// Spanish.
#pragma once

#include <string_view>

namespace redcode::judge {

// "en", "de", "es", "fr", "zh", "ja", "hi"; "other" if it is none of them; "" if there is too
// little to tell.
std::string_view language_of(std::string_view text);

// Whether words of this language are not set apart by spaces.
bool runs_together(std::string_view language);

}  // namespace redcode::judge
