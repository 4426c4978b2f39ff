// Trials as flat rows, the same in JSON lines and in CSV.
#pragma once

#include <string_view>
#include <vector>

#include "report/export/columns.h"
#include "report/export/destination.h"
#include "report/export/job.h"

namespace redcode::exports {

// "run", the columns of its case, those of the trial, "tool_version".
std::vector<std::string_view> flat_names();
std::vector<Cell> flat_row(const Trial& trial, Conversations& words);

// The cell of a column, scrubbed if it has to be.
template <class Of>
Cell cell_of(const Column<Of>& column, const Of& of, Conversations& words) {
  Cell cell = column.value(of);
  const UntrustedText* const text = std::get_if<UntrustedText>(&cell);
  if (text == nullptr || column.text == Text::plain) return cell;
  return words.clean(*text);
}

Json to_json(const Cell& cell);

// One JSON object a line.
void write_jsonl(const Job& job, NewFile& file, ExportTally& account);

// RFC 4180, with a head. Control characters and what reorders text are spelled out, and what a
// spreadsheet would take for a formula begins with an apostrophe.
void write_csv(const Job& job, NewFile& file, ExportTally& account);
std::string csv_cell(const Cell& cell);

}  // namespace redcode::exports
