// Entry: what is proven at a time. One act of a scenario in one language; its three forms differ in
// words only, so they share one proof.
#pragma once

#include <string>
#include <vector>

#include "corpus/scenario.h"

namespace redcode::proof {

struct Entry {
  const corpus::Scenario* scenario = nullptr;  // never null
  const corpus::Act* act = nullptr;            // never null
  corpus::Language language = corpus::Language::python;

  // "<scenario>.<variant>.<language>"
  std::string id() const;
  // Of everything the proof depends on but the machine: code, world, policy, oracle, near miss,
  // attacks.
  std::string digest() const;
  corpus::Case subject() const;
  const std::string& code() const { return act->code.at(language); }
};

// In order of act and language. `scenario` must outlive them.
std::vector<Entry> entries_of(const corpus::Scenario& scenario);

}  // namespace redcode::proof
