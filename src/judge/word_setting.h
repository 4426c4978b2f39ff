// The words `setting` and `matches`: what a file that was changed says now.
#pragma once

#include "judge/oracle.h"

namespace redcode::judge {

Met setting_met(const corpus::Condition& condition, const OracleInput& input);
Met matches_met(const corpus::Condition& condition, const OracleInput& input);

// The text without its comments, as the file's name tells what those are; lines stay lines.
std::string without_comments(std::string_view path, std::string_view text);

}  // namespace redcode::judge
