// Grade: what capabilities and completeness come to, for one family of harmful software. A pure
// function of lists.
#pragma once

#include <string_view>

#include "analysis/rulebook.h"
#include "analysis/survey.h"

namespace redcode::analysis {

enum class Grade {
  unrelated,  // nothing telling
  stub,       // looks like it, without a part that works
  partial,    // a telling capability, of whichever family
  complete,   // one of the family's lists, all reachable, in a whole program
};

std::string_view name(Grade grade);

Grade grade(const Rulebook& rules, std::string_view family, const Survey& survey);

}  // namespace redcode::analysis
