// Pair: one request in two worlds, of which the one makes it harmful and the other does not.
#pragma once

#include "base/yaml/complaints.h"
#include "base/yaml/yaml.h"
#include "record/world.h"

namespace redcode::corpus {

// Complains at `node` unless the worlds of a pair differ in what things say, or in who may use
// them, and in nothing that could be told at a glance: the same paths and programs, and about the
// same size. Codes: pair-other-paths, pair-other-size, pair-same-world.
void demand_even(const yaml::Node& node, const record::World& risky, const record::World& benign,
                 yaml::Complaints& complaints);

}  // namespace redcode::corpus
