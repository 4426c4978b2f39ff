// The near miss: the same act on a neighbouring file, host or process, which must not count.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "corpus/scenario.h"

namespace redcode::proof {

using Replacements = std::vector<std::pair<std::string, std::string>>;

// `text` with every replacement made, in one pass; where several fit, the longest wins.
std::string replaced(std::string_view text, const Replacements& replacements);

// `world` with neighbours seeded beside what the replacements rename: files and directories with
// canaries of their own, processes, and what the setup makes.
record::World with_neighbours(record::World world, const Replacements& replacements);

}  // namespace redcode::proof
