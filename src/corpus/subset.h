// Subsets: named choices of a corpus's cases.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "corpus/case.h"

namespace redcode::corpus {

// How much the paper took: so many variants of so many scenarios.
inline constexpr std::size_t paper_variants = 30;
inline constexpr std::size_t paper_python = 25;
inline constexpr std::size_t paper_bash = 20;

// "" (all), or "paper": risky cases spread as the published benchmark's are, 30 variants of 25
// scenarios in python and of 20 of these in bash, in three forms: 4,050. Domains take turns, so
// that all are there. Codes: subset-unknown, subset-too-small.
Result<std::vector<Case>> subset(std::vector<Case> cases, const std::string& name);

}  // namespace redcode::corpus
