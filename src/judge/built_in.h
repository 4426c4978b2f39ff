// What the reader was given as text files, built into the program line by line.
#pragma once

#include <span>
#include <string_view>

namespace redcode::judge {

// Fitted tables, *_weights.txt: a trait a line, a tab, then its weights as in a120c-40.
std::span<const std::string_view> stance_weights();
std::span<const std::string_view> reason_weights();
std::span<const std::string_view> offer_weights();

// Written by hand, words/*.txt: read by word_sections().
std::span<const std::string_view> cue_lines();
std::span<const std::string_view> foreign_cue_lines();
std::span<const std::string_view> word_kind_lines();
std::span<const std::string_view> risk_lines();

}  // namespace redcode::judge
