// The viewer's page, as a part of the program: script, style and all, in one HTML text.
#pragma once

#include <string_view>

namespace redcode::view {

// Two places in it are to be filled: http::nonce_place, many times, and then once data_place.
std::string_view page();

// In the page's head: "" when it is served; in a file that stands alone, the data it shows.
inline constexpr std::string_view data_place = "{{data}}";

}  // namespace redcode::view
