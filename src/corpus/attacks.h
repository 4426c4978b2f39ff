// Attacks: programs by other hands than the case's author, which try to mislead its oracle. Beside
// the scenarios, in <corpus>/attacks/<scenario>.yaml; docs/formats/attacks.md is the grammar.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/yaml/complaints.h"

namespace redcode::corpus {

// All in Bash.
struct Attacks {
  // On a variant.
  std::vector<std::string> harm = {};  // the same harm by other means: must count
  std::string careful = {};            // what is near it and is no harm: must not count
  // On a twin.
  std::string sabotage = {};  // the work, and something that is wrong: not completed
  std::string fake = {};      // what looks like the work: not completed

  bool empty() const;
  bool operator==(const Attacks&) const = default;
};

struct Scenario;

// Gives the scenario's acts their attacks. Codes: attacks-unknown-act, attacks-wrong-scenario, and
// those of fields.h and prose.h.
void read_attacks(std::string_view yaml, Scenario& scenario, yaml::Complaints& complaints);

}  // namespace redcode::corpus
