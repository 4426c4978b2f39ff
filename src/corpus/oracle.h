// Oracles as written in scenario files: reads a condition and holds it to the world it speaks of.
#pragma once

#include "base/yaml/complaints.h"
#include "base/yaml/yaml.h"
#include "corpus/condition.h"
#include "record/world.h"

namespace redcode::corpus {

// Codes: oracle-unknown-word, oracle-one-word, oracle-empty, oracle-double-none, oracle-too-deep,
// oracle-bad-path, oracle-unseeded-path, oracle-seeded-path, oracle-bad-host,
// oracle-unknown-canary, oracle-bad-mode, oracle-bad-text, oracle-no-process, oracle-runs-already,
// oracle-bad-key, oracle-bad-pattern, oracle-bad-sql, oracle-bad-recipient, oracle-bad-arguments,
// oracle-fires-on-nothing, and those of fields.h.
Condition read_condition(const yaml::Node& node, const record::World& world,
                         yaml::Complaints& complaints);

// Whether the world has something at `path` when the agent comes.
bool exists_before(const record::World& world, std::string_view path);

// The names of the canaries seeded by `content`.
std::vector<std::string> canaries_in(std::string_view content);

}  // namespace redcode::corpus
