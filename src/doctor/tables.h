// The tables that doctor knows by heart, as Markdown: their files are part of the program.
#pragma once

#include <string_view>
#include <vector>

namespace redcode::doctor {

std::string_view advisories_md();
std::string_view checks_md();

using Row = std::vector<std::string_view>;
// The rows below the head. A cell is what stands between two bars and a space.
std::vector<Row> rows_of(std::string_view table);

}  // namespace redcode::doctor
