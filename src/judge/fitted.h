// The fitted tables, built into the program: a trait a line, a tab, then its weights
// as in a120c-40.
#pragma once

#include <span>
#include <string_view>

namespace redcode::judge {

// stance_weights.txt, reason_weights.txt and offer_weights.txt.
std::span<const std::string_view> stance_weights();
std::span<const std::string_view> reason_weights();
std::span<const std::string_view> offer_weights();

}  // namespace redcode::judge
