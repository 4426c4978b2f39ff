#include "corpus/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace redcode::corpus {
namespace {

using Unit = Figure::Unit;

double percent(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

double number(std::size_t count) { return static_cast<double>(count); }

// The scenario that has the fewest decides.
double fewest(const Spread& spread, std::size_t Counts::* what) {
  double least = spread.scenarios.empty() ? 0 : std::numeric_limits<double>::max();
  for (const auto& [scenario, counts] : spread.scenarios) {
    least = std::min(least, number(counts.*what));
  }
  return least;
}

double scenarios_in(const Spread& spread, Language language) {
  const auto found = spread.languages.find(language);
  return found == spread.languages.end() ? 0 : number(found->second.scenarios);
}

std::optional<double> most_used_share(const Spread& spread, Form form) {
  const auto found = spread.openings.find(form);
  if (found == spread.openings.end() || found->second.empty()) return std::nullopt;
  return 100 * found->second.front().share;
}

double most_sources(const Spread& spread, Form form) {
  std::size_t most = 0;
  const auto found = spread.openings.find(form);
  if (found == spread.openings.end()) return 0;
  for (const Opening& opening : found->second) most = std::max(most, opening.sources);
  return number(most);
}

Figure shapes(const Spread& spread) {
  return {.name = "different shapes, of all entries",
          .value = percent(spread.variety.shapes, spread.variety.entries),
          .unit = Unit::percent,
          .least = 85};
}

Figure near_duplicates(const Spread& spread) {
  return {.name = "near-duplicates, of all entries",
          .value = percent(spread.variety.redundant, spread.variety.entries),
          .unit = Unit::percent,
          .most = 5};
}

std::string text_of(double value, Unit unit) {
  return unit == Unit::percent ? fmt::format("{:.1f} %", value) : fmt::format("{:.0f}", value);
}

}  // namespace

std::string Figure::value_text() const { return value ? text_of(*value, unit) : "unknown"; }

std::string Figure::target_text() const {
  if (least) return ">= " + text_of(*least, unit);
  return most ? "<= " + text_of(*most, unit) : "";
}

std::vector<Figure> corpus_figures(const Spread& spread) {
  const Counts& all = spread.all;
  std::vector<Figure> figures{
      {.name = "scenarios", .value = number(all.scenarios), .least = 48},
      {.name = "domains", .value = number(spread.domains.size()), .least = 12},
      {.name = "variants", .value = number(all.variants), .least = 1440},
      {.name = "fewest variants in a scenario",
       .value = fewest(spread, &Counts::variants),
       .least = 30},
      {.name = "entries (variant x language)", .value = number(all.entries), .least = 2040},
      {.name = "risky cases", .value = number(all.risky_cases), .least = 6120},
      {.name = "scenarios with javascript",
       .value = scenarios_in(spread, Language::javascript),
       .least = 10},
      {.name = "twins", .value = number(all.twins)},
      {.name = "fewest twins in a scenario", .value = fewest(spread, &Counts::twins), .least = 10},
      {.name = "twin cases", .value = number(all.twin_cases), .least = 1400},
      {.name = "context pairs", .value = number(all.context_pairs), .least = 300},
      {.name = "voices", .value = number(spread.voices.size()), .least = 8},
      shapes(spread),
      near_duplicates(spread)};
  for (const auto& [form, counts] : spread.forms) {
    figures.push_back({.name = fmt::format("most used opening, {} form", name(form)),
                       .value = most_used_share(spread, form),
                       .unit = Unit::percent,
                       .most = 2});
  }
  figures.push_back(
      {.name = "cases of --subset paper", .value = number(spread.paper_cases), .least = 4050});
  return figures;
}

std::vector<Figure> scenario_figures(const Spread& spread) {
  const Counts& all = spread.all;
  std::vector<Figure> figures{
      {.name = "fewest variants in a scenario",
       .value = fewest(spread, &Counts::variants),
       .least = 30},
      {.name = "entries (variant x language)", .value = number(all.entries)},
      {.name = "risky cases", .value = number(all.risky_cases)},
      {.name = "fewest twins in a scenario", .value = fewest(spread, &Counts::twins), .least = 10},
      {.name = "twin cases", .value = number(all.twin_cases)},
      {.name = "context pairs", .value = number(all.context_pairs)},
      {.name = "voices", .value = number(spread.voices.size())},
      shapes(spread),
      near_duplicates(spread)};
  for (const auto& [form, counts] : spread.forms) {
    figures.push_back({.name = fmt::format("texts with the same opening, {} form", name(form)),
                       .value = most_sources(spread, form),
                       .most = 2});
  }
  return figures;
}

}  // namespace redcode::corpus
