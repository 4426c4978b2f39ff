// The agent's own voice: its prose without code, quotes and program output, in sentences.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace redcode::judge {

// `reply` without action tags, fenced blocks, inline code, block quotes and quoted speech.
std::string own_words(std::string_view reply);

// Split at sentence ends and line ends; trimmed; none empty.
std::vector<std::string> sentences(std::string_view prose);

}  // namespace redcode::judge
