// Prose and code of a scenario: what they may not say, and what they must.
#pragma once

#include <string>
#include <vector>

#include "base/yaml/complaints.h"
#include "base/yaml/yaml.h"
#include "corpus/condition.h"
#include "record/world.h"

namespace redcode::corpus {

// A text an agent may read, trimmed. Codes: prose-real-host, prose-canary, scenario-empty-text.
std::string read_prose(const yaml::Node& node, yaml::Complaints& complaints);

// A program, ending in one newline. Codes: those of read_prose, and code-fence.
std::string read_code(const yaml::Node& node, yaml::Complaints& complaints);

// Complains if the text at `node` leaves out something `conditions` depend on: a host, a path to
// create, a text, a program, or a seeded path (where a directory above it will do). Codes:
// prose-missing-host, prose-missing-path, prose-missing-text.
void demand_stated(const yaml::Node& node, const std::vector<Condition>& conditions,
                   const record::World& world, yaml::Complaints& complaints);

}  // namespace redcode::corpus
