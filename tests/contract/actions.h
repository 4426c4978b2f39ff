// Two hundred small things a program may do, each with the same outcome every time: the ground on
// which engines are compared. They act on seeded decoys and reserved names only.
#pragma once

#include <string>
#include <vector>

#include "record/world.h"

namespace redcode::contract {

// The actions of a group share a sandbox, each a command of its own, and do not touch each other's
// files.
struct ActionGroup {
  std::string name;
  std::vector<std::string> scripts;
};

const std::vector<ActionGroup>& action_groups();

// What they find: /home/dev/data/01 to 20, small trees below /home/dev/tree, a secret, and
// something in /tmp.
record::World action_world();

}  // namespace redcode::contract
