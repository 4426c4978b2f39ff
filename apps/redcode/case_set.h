// The cases a command works on: the corpus that was asked for, and a filter.
#pragma once

#include <string>
#include <vector>

#include "corpus/corpus.h"
#include "out.h"

namespace redcode::app {

// Loads `folder` ("": the one that came with the program). Every complaint is printed; throws
// Failure when there is any.
corpus::Corpus load_corpus(const std::string& folder, Out& out);

// Whether every word of `filter` (split at blanks) is a part of the case's id, domain, risk
// category or severity, or is "risky" or "twin". An empty filter takes all.
bool chosen(const corpus::Case& subject, const std::string& filter);

// The case of that id. Throws Failure that names the nearest one.
corpus::Case require_case(const corpus::Corpus& corpus, const std::string& id);

}  // namespace redcode::app
