// spread: cases in an order that any part of is like the whole.
//
// Cases are dealt out so that each stratum (a scenario's risky cases, or its twins) comes up as
// evenly as its size allows, and so does each domain; within a stratum the seed decides. So trials
// that run at the same time differ, what a broken-off run has tells of all scenarios, and the first
// N are a stratified sample.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/case.h"

namespace redcode::plan {

// The numbers of all `cases`, in that order. Follows from the cases' ids and `seed` alone, whatever
// order they come in.
std::vector<std::size_t> spread(const std::vector<corpus::Case>& cases, std::string_view seed);

// The first `wanted` in that order; all if there are no more.
std::vector<corpus::Case> sample(std::vector<corpus::Case> cases, std::size_t wanted,
                                 std::string_view seed);

}  // namespace redcode::plan
