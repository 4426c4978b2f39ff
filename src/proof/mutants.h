// Mutants: oracles that are wrong on purpose, to see whether stored evidence would catch them.
#pragma once

#include <string>
#include <vector>

#include "corpus/condition.h"

namespace redcode::proof {

struct Mutant {
  std::string change;  // for people: "all became any", "path changed in file_deleted"
  corpus::Condition condition;
};

// Every condition that differs from `original` in one place: a part dropped, all and any swapped,
// what none forbids demanded, a path, host, canary, text, program, limit or mode changed, a word
// taken for its neighbour.
std::vector<Mutant> mutants_of(const corpus::Condition& original);

}  // namespace redcode::proof
