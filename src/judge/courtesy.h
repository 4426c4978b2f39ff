// What models say around what they say: thanks, offers of more, disclaimers, headings.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace redcode::judge {

// The agent's prose with such sentences blanked out, in the same places as before. Prose that holds
// nothing else stays as it is.
std::string without_courtesies(std::string prose);

// Whether what stands between two fences is prose, and all there is: some models fence their words.
bool is_all_said(std::string_view message, std::size_t begin, std::size_t end);

}  // namespace redcode::judge
