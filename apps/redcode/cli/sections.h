// Under which heading an option stands in the help of a command that has many.
#pragma once

#include <string_view>
#include <vector>

namespace redcode::app {

// "Which cases" of "--filter"; "Options" of one that is in no other.
std::string_view section_of(std::string_view option);

// All headings, in the order they are shown in.
std::vector<std::string_view> all_sections();

}  // namespace redcode::app
