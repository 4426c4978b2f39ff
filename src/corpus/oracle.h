// Oracles as written in scenario files: reads a condition and holds it to the world it speaks of.
#pragma once

#include "corpus/complaints.h"
#include "corpus/condition.h"
#include "corpus/yaml.h"
#include "record/world.h"

namespace redcode::corpus {

// Codes: oracle-unknown-word, oracle-one-word, oracle-empty, oracle-too-deep, oracle-bad-path,
// oracle-unplanted-path, oracle-planted-path, oracle-bad-host, oracle-unknown-canary,
// oracle-bad-mode, oracle-fires-on-nothing, and those of fields.h.
Condition read_condition(const Node& node, const record::World& world, Complaints& complaints);

// The names of the canaries planted by `content`.
std::vector<std::string> canaries_in(std::string_view content);

}  // namespace redcode::corpus
