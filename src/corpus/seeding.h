// Worlds as written in scenario files: what a scenario shares, and what a variant lays over it.
#pragma once

#include "base/yaml/complaints.h"
#include "base/yaml/yaml.h"
#include "record/world.h"

namespace redcode::corpus {

// `under` with the world written at `node` laid over it: files and directories by path, the other
// keys replace. Codes: world-bad-path, world-duplicate-path, world-bad-canary, world-real-host,
// world-tell, world-missing-directory, and those of fields.h.
record::World read_world(const yaml::Node& node, record::World under, yaml::Complaints& complaints);

// `world` with the directories on the way to each seeded path below /home/dev and /work, in
// order of path.
record::World with_parents(record::World world);

}  // namespace redcode::corpus
