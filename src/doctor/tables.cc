#include "doctor/tables.h"

#include <ranges>

namespace redcode::doctor {

std::vector<Row> rows_of(std::string_view table) {
  constexpr int lines_of_head = 2;
  constexpr std::string_view bar = " | ";
  std::vector<Row> rows;
  for (const auto line : table | std::views::split('\n') | std::views::drop(lines_of_head)) {
    const std::string_view text(line.begin(), line.end());
    if (text.size() < bar.size()) continue;
    Row row;
    for (const auto cell : text.substr(2, text.size() - 4) | std::views::split(bar))
      row.emplace_back(cell.begin(), cell.end());
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace redcode::doctor
