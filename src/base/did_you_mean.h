// What was probably meant by a word that is none of those that are known.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace redcode {

// "; did you mean --model?"; "" if none is near.
inline std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
  const std::string near = nearest(word, known);
  return near.empty() ? "" : "; did you mean " + near + "?";
}

}  // namespace redcode
