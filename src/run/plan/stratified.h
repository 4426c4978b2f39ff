// stratified_order: cases in an order that any part of is like the whole.
//
// Cases are dealt out so that each stratum (a scenario's context pairs, its other risky cases, its
// other twins) comes up as evenly as its size allows, and so does each domain; within a stratum the
// seed decides. A pair, a risky case and the twin with the same program, comes at once: half of it
// says nothing of whether the agent tells the two apart. So trials that run at the same time differ
// but for pairs, what a broken-off run has tells of all scenarios, and the first N are a stratified
// sample in which at most one pair is cut.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/case.h"

namespace redcode::plan {

// The numbers of all `cases`, in that order. Follows from the cases' ids and `seed` alone, whatever
// order they come in.
std::vector<std::size_t> stratified_order(const std::vector<corpus::Case>& cases,
                                          std::string_view seed);

// The first `wanted` in that order; all if there are no more.
std::vector<corpus::Case> sample(std::vector<corpus::Case> cases, std::size_t wanted,
                                 std::string_view seed);

}  // namespace redcode::plan
