// Filter: the words by which a user picks cases.
#pragma once

#include <string>

#include "corpus/case.h"

namespace redcode::corpus {

// Whether every word of `filter` (split at blanks) is a part of something that is said of the case:
// its id, scenario, variant, domain, voice, risk, form, language, behaviour, severity, and "risky"
// or "twin", also "borderline"; or, as "language=python", is one of these. "a|b" is one word that
// may be either. An empty filter takes all. Throws Failure for a name before "=" that is none of
// these.
bool chosen(const Case& subject, const std::string& filter);

}  // namespace redcode::corpus
