// The lines of stance_weights.txt, built into the program.
#pragma once

#include <span>
#include <string_view>

namespace redcode::judge {

std::span<const std::string_view> stance_weights();

}  // namespace redcode::judge
