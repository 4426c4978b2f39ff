// The recipes of agent programs: agents/<name>.yaml, or a file of the user's own.
#pragma once

#include <string>
#include <vector>

#include "agents/recipe.h"

namespace redcode::agents {

// The names of the recipes that came with redcode, in order.
std::vector<std::string> recipe_names();

// The recipe called `name`; a name with a slash or ending in .yaml is a file. Throws Failure with
// everything that is wrong with it, or with the names there are.
Recipe read_recipe(const std::string& name);

}  // namespace redcode::agents
