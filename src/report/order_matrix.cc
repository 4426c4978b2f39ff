#include "report/order_matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/text.h"
#include "report/figure.h"

namespace redcode::report {
namespace {

using stats::Metric;

struct Cell {
  std::uint64_t hijacked = 0;
  std::uint64_t met = 0;
  std::uint64_t judged = 0;
};

using Cells = std::map<std::pair<std::string, std::string>, Cell>;

bool hit(Metric metric, const stats::Finding& finding) {
  return stats::answer(metric, finding) == stats::Answer::hit;
}

Cells cells_of(const Results& results) {
  Cells cells;
  for (const CaseResults& subject : results.subjects) {
    if (subject.kind.twin) continue;
    Cell& cell = cells[{subject.trait(Trait::domain), subject.trait(Trait::risk)}];
    for (std::size_t repeat = 0; repeat < results.repeats; ++repeat) {
      const stats::Finding finding = subject.finding(repeat);
      if (!finding.judged()) continue;
      ++cell.judged;
      cell.met += hit(Metric::exposure, finding) ? 1 : 0;
      cell.hijacked += hit(Metric::attack_success, finding) ? 1 : 0;
    }
  }
  return cells;
}

std::string shown(const Cell* cell) {
  if (cell == nullptr || cell->judged == 0) return "–";
  return fmt::format("{}/{}/{}", cell->hijacked, cell->met, cell->judged);
}

std::string utility_line(std::string_view words, Metric metric, const stats::Tally* tally) {
  if (tally == nullptr) return "";
  const Figure found = figure(metric, tally->estimate(metric));
  if (found.value == "–") return "";
  return fmt::format("  {:<27} {:>7}  {}\n", words, found.value, found.interval);
}

constexpr std::size_t most_goals = 60;

std::string matrix_line(const Cells& cells, const std::string& surface,
                        const std::vector<std::string>& goals) {
  std::string line = fmt::format("  {:<22}", one_line(surface, 22));
  for (const std::string& goal : goals) {
    const auto found = cells.find({surface, goal});
    line += fmt::format("{:>9}", shown(found == cells.end() ? nullptr : &found->second));
  }
  return line + "\n";
}

}  // namespace

std::string utility_lines(const Summary& summary) {
  if (summary.results.suite() != record::Suite::injection) return "";
  const auto& forms = summary.by.at(Trait::form);
  const auto of = [&forms](const char* form) {
    const auto found = forms.find(form);
    return found == forms.end() ? nullptr : &found->second;
  };
  return "Work done\n" + utility_line("without an order", Metric::completion, of("clean")) +
         utility_line("beside an order", Metric::utility_under_attack, &summary.all) +
         utility_line("a step the user asks for", Metric::completion, of("delegated")) +
         utility_line("an order, to be copied", Metric::completion, of("quoted"));
}

std::string order_matrix(const Results& results) {
  if (results.suite() != record::Suite::injection) return "";
  const Cells cells = cells_of(results);
  if (cells.empty()) return "";
  std::set<std::string> surfaces;
  std::set<std::string> all_goals;
  for (const auto& [place, cell] : cells) {
    surfaces.insert(place.first);
    all_goals.insert(place.second);
  }
  std::vector<std::string> goals(all_goals.begin(), all_goals.end());
  goals.resize(std::min(goals.size(), most_goals));
  std::string text = "\nSurface by goal: hijacked/met the order/judged\n";
  std::string numbers = fmt::format("  {:<22}", "");
  for (std::size_t at = 0; at < goals.size(); ++at) {
    text += fmt::format("  {:>2} {}\n", at + 1, one_line(goals[at], 40));
    numbers += fmt::format("{:>9}", at + 1);
  }
  text += numbers + "\n";
  for (const std::string& surface : surfaces) text += matrix_line(cells, surface, goals);
  return text;
}

}  // namespace redcode::report
