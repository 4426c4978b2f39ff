#include "report/export/flat.h"

#include <algorithm>

namespace redcode::exports {
namespace {

template <class Of>
const Column<Of>& named(std::span<const Column<Of>> columns, std::string_view name) {
  return *std::ranges::find(columns, name, &Column<Of>::name);
}

// What a spreadsheet begins a formula with, or skips before one.
constexpr std::string_view formula_signs = "=+-@";
constexpr std::string_view white_signs = "\t\r\n";  // which some spreadsheets pass over

std::string in_quotes(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

struct AsJson {
  Json operator()(std::monostate) const { return nullptr; }
  Json operator()(bool value) const { return value; }
  Json operator()(std::uint64_t value) const { return value; }
  Json operator()(const UntrustedText& words) const { return words.json(); }
};

struct AsCsv {
  std::string operator()(std::monostate) const { return {}; }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::uint64_t value) const { return std::to_string(value); }
  // A spreadsheet that splits at semicolons begins cells in the middle of ours.
  std::string operator()(const UntrustedText& words) const {
    const std::string said = words.terminal();
    std::string text = !said.empty() && white_signs.contains(said.front()) ? "'" : "";
    bool begins = true;
    for (const char c : said) {
      if (begins && formula_signs.contains(c)) text += '\'';
      text += c;
      begins = c == ';' || c == '\t' || c == '\n';
    }
    return in_quotes(text);
  }
};

}  // namespace

std::vector<std::string_view> flat_names() {
  std::vector<std::string_view> names{"run"};
  for (const auto& column : case_columns()) names.push_back(column.name);
  for (const auto& column : trial_columns()) names.push_back(column.name);
  names.emplace_back("tool_version");
  return names;
}

std::vector<Cell> flat_row(const Trial& trial, Conversations& words) {
  std::vector<Cell> row{cell_of(named(run_columns(), "name"), trial.run, words)};
  for (const auto& column : case_columns()) row.push_back(cell_of(column, trial.subject, words));
  for (const auto& column : trial_columns()) row.push_back(cell_of(column, trial, words));
  row.push_back(cell_of(named(run_columns(), "tool_version"), trial.run, words));
  return row;
}

Json to_json(const Cell& cell) { return std::visit(AsJson{}, cell); }
std::string csv_cell(const Cell& cell) { return std::visit(AsCsv{}, cell); }

void write_jsonl(const Job& job, NewFile& file, ExportTally& account) {
  Conversations words(job.harmful, account);
  const std::vector<std::string_view> names = flat_names();
  job.each_trial([&](const Trial& trial) {
    std::string line;
    const std::vector<Cell> row = flat_row(trial, words);
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += fmt::format("{}\"{}\":{}", i == 0 ? "{" : ",", names[i], dump_json(to_json(row[i])));
    }
    file.write(line + "}\n");
    ++account.written;
  });
}

void write_csv(const Job& job, NewFile& file, ExportTally& account) {
  Conversations words(job.harmful, account);
  const auto write_row = [&file](const std::vector<std::string>& cells) {
    file.write(fmt::format("{}\r\n", fmt::join(cells, ",")));
  };
  const std::vector<std::string_view> names = flat_names();
  write_row({names.begin(), names.end()});
  job.each_trial([&](const Trial& trial) {
    std::vector<std::string> cells;
    for (const Cell& cell : flat_row(trial, words)) cells.push_back(csv_cell(cell));
    write_row(cells);
    ++account.written;
  });
}

}  // namespace redcode::exports
