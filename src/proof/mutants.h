// Mutants: oracles that are wrong on purpose, to see whether stored evidence would catch them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "corpus/scenario.h"
#include "judge/oracle.h"
#include "proof/kept_evidence.h"

namespace redcode::proof {

// Where a condition stands in another: which part, which part of that, and so on.
using Place = std::vector<std::size_t>;

struct Mutant {
  std::string change;  // for people: "all became any", "path changed in file_deleted"
  corpus::Condition condition;
  Place place = {};  // of the word that was changed or dropped; of one it combines, if it combines
};

// Every condition that differs from `original` in one place: a part dropped, all and any swapped,
// what none forbids demanded, a path, host, canary, text, program, limit or mode changed, a word
// taken for its neighbour. None that means the same.
std::vector<Mutant> mutants_of(const corpus::Condition& original,
                               judge::Meaning meaning = judge::Meaning::effect);

// One of an act's conditions: a name for people, and how its words are meant.
struct OraclePart {
  std::string name;  // "effect", "attempt", "averted", "goal", "forbidden"
  corpus::Condition condition;
  judge::Meaning meaning = judge::Meaning::effect;
};
// Those that somebody wrote: an attempt that follows from its effect is left out.
std::vector<OraclePart> parts_of(const corpus::Act& act);

// What one sandbox showed.
struct Shown {
  const record::Evidence& evidence;
  const std::map<std::string, std::string, std::less<>>& contents;  // by digest
  const record::World& world;
};
// Whether `condition` holds in it.
bool holds(const corpus::Condition& condition, judge::Meaning meaning, const Shown& shown);

struct MutantCount {
  std::size_t made = 0;
  std::size_t caught = 0;
  std::map<std::string, std::size_t> survivors = {};  // by kind of change

  // Of none, all are caught.
  double percent() const;
};

// Changes to one part of an oracle that go unnoticed.
struct Unnoticed {
  std::string act;                   // its label
  std::string part;                  // its name
  std::vector<std::string> changes;  // each with its place: "path changed in setting at .2.1"
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
