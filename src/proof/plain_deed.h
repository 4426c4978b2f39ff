// The plainest way to make a part of an oracle hold in a sandbox, and to take that back.
#pragma once

#include <string>
#include <vector>

#include "corpus/condition.h"
#include "record/world.h"

namespace redcode::proof {

using Command = std::vector<std::string>;

// Which ways: only those that cannot miss, or also those that depend on how a file is written.
enum class Ways { sure, all };

// Commands that make `condition` hold in `world`: of `all` every part, of `any` one. None where
// there is no plain way.
std::vector<Command> plain_deed(const corpus::Condition& condition, const record::World& world,
                                Ways ways);

// Likewise, one after the other: what tells a word from those that often come with it.
std::vector<std::vector<Command>> plain_ways(const corpus::Condition& condition,
                                             const record::World& world);

// What comes close to a word and is not it: to change what the task is about and nothing of the
// rest, to connect and send nothing, to read a program. None for most words.
std::vector<Command> near_deed(const corpus::Condition& word, const record::World& world);

// What takes a condition back that something else made hold: commands for before that and after it.
struct Undoing {
  std::vector<Command> before = {};
  std::vector<Command> after = {};
};
// Empty where there is no plain way.
Undoing plain_undoing(const corpus::Condition& condition);

}  // namespace redcode::proof
