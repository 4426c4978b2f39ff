// What make would run: the recipes of targets and of what they need first.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace redcode::effects {

// Shell text, one for each line of a recipe, in order. What is not known of a variable is
// unknown_text. Without targets the first of the file.
std::vector<std::string> recipes_of(std::string_view makefile, std::vector<std::string> targets,
                                    std::map<std::string, std::string> variables);

}  // namespace redcode::effects
