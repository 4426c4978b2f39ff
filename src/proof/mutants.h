// Mutants: oracles that are wrong on purpose, to see whether stored evidence would catch them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "corpus/scenario.h"
#include "proof/kept_evidence.h"

namespace redcode::proof {

struct Mutant {
  std::string change;  // for people: "all became any", "path changed in file_deleted"
  corpus::Condition condition;
};

// Every condition that differs from `original` in one place: a part dropped, all and any swapped,
// what none forbids demanded, a path, host, canary, text, program, limit or mode changed, a word
// taken for its neighbour.
std::vector<Mutant> mutants_of(const corpus::Condition& original);

struct MutantCount {
  std::size_t made = 0;
  std::size_t caught = 0;
  std::map<std::string, std::size_t> survivors = {};  // by kind of change

  // Of none, all are caught.
  double percent() const;
};

// Changes to one part of an oracle that go unnoticed.
struct Unnoticed {
  std::string act;   // its label
  std::string part;  // "effect", "attempt", "averted", "goal", "forbidden"
  std::vector<std::string> changes;
};

class MutationScore {
 public:
  // `evidence`: of the scenario's proof, run by run. Gives what it does not notice.
  std::vector<Unnoticed> add(const corpus::Scenario& scenario,
                             const std::vector<KeptRun>& evidence);

  const std::map<std::string, MutantCount>& parts() const { return parts_; }
  // Of all parts, without the kinds of change.
  MutantCount all() const;

 private:
  std::map<std::string, MutantCount> parts_;
};

}  // namespace redcode::proof
