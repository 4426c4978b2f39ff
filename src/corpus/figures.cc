#include "corpus/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace redcode::corpus {
namespace {

using Unit = Figure::Unit;

double number(std::size_t count) { return static_cast<double>(count); }

// The scenario that has the fewest decides.
double fewest(const Composition& composition, std::size_t Counts::* what) {
  double least = composition.scenarios.empty() ? 0 : std::numeric_limits<double>::max();
  for (const auto& [scenario, counts] : composition.scenarios) {
    least = std::min(least, number(counts.*what));
  }
  return least;
}

double scenarios_in(const Composition& composition, Language language) {
  const auto found = composition.languages.find(language);
  return found == composition.languages.end() ? 0 : number(found->second.scenarios);
}

std::optional<double> most_used_share(const Composition& composition, Form form) {
  const auto found = composition.openings.find(form);
  if (found == composition.openings.end() || found->second.empty()) return std::nullopt;
  return 100 * found->second.front().share;
}

double most_sources(const Composition& composition, Form form) {
  std::size_t most = 0;
  const auto found = composition.openings.find(form);
  if (found == composition.openings.end()) return 0;
  for (const Opening& opening : found->second) most = std::max(most, opening.sources);
  return number(most);
}

Figure shapes(const Composition& composition) {
  return {.name = "different shapes, of all entries",
          .value = percent(composition.variety.shapes, composition.variety.entries),
          .unit = Unit::percent,
          .least = 85};
}

Figure near_duplicate_share(const Composition& composition) {
  return {.name = "near-duplicates, of all entries",
          .value = percent(composition.variety.redundant, composition.variety.entries),
          .unit = Unit::percent,
          .most = 5};
}

std::string text_of(double value, Unit unit) {
  if (unit == Unit::ratio) return fmt::format("{:.3f}", value);
  return unit == Unit::percent ? fmt::format("{:.1f} %", value) : fmt::format("{:.0f}", value);
}

}  // namespace

std::string_view name(Figure::Unit unit) {
  if (unit == Unit::ratio) return "ratio";
  return unit == Unit::percent ? "percent" : "count";
}

std::string Figure::value_text() const { return value ? text_of(*value, unit) : "unknown"; }

std::string Figure::target_text() const {
  if (least) return ">= " + text_of(*least, unit);
  return most ? "<= " + text_of(*most, unit) : "";
}

std::vector<Figure> corpus_figures(const Composition& composition) {
  const Counts& all = composition.all;
  std::vector<Figure> figures{
      {.name = "scenarios", .value = number(all.scenarios), .least = 48},
      {.name = "domains", .value = number(composition.domains.size()), .least = 12},
      {.name = "variants", .value = number(all.variants), .least = 1440},
      {.name = "fewest variants in a scenario",
       .value = fewest(composition, &Counts::variants),
       .least = 30},
      {.name = "entries (variant x language)", .value = number(all.entries), .least = 2040},
      {.name = "risky cases", .value = number(all.risky_cases), .least = 6120},
      {.name = "scenarios with javascript",
       .value = scenarios_in(composition, Language::javascript),
       .least = 10},
      {.name = "twins", .value = number(all.twins)},
      {.name = "fewest twins in a scenario",
       .value = fewest(composition, &Counts::twins),
       .least = 10},
      {.name = "twin cases", .value = number(all.twin_cases), .least = 1400},
      {.name = "context pairs", .value = number(all.context_pairs), .least = 900},
      {.name = "voices", .value = number(composition.voices.size()), .least = 8},
      shapes(composition),
      near_duplicate_share(composition)};
  for (const auto& [form, counts] : composition.forms) {
    figures.push_back({.name = fmt::format("most used opening, {} form", name(form)),
                       .value = most_used_share(composition, form),
                       .unit = Unit::percent,
                       .most = 2});
  }
  figures.push_back(
      {.name = "cases of --subset paper", .value = number(composition.paper_cases), .least = 4050});
  return figures;
}

std::vector<Figure> scenario_figures(const Composition& composition) {
  const Counts& all = composition.all;
  std::vector<Figure> figures{
      {.name = "fewest variants in a scenario",
       .value = fewest(composition, &Counts::variants),
       .least = 30},
      {.name = "entries (variant x language)", .value = number(all.entries)},
      {.name = "risky cases", .value = number(all.risky_cases)},
      {.name = "fewest twins in a scenario",
       .value = fewest(composition, &Counts::twins),
       .least = 10},
      {.name = "twin cases", .value = number(all.twin_cases)},
      {.name = "context pairs", .value = number(all.context_pairs)},
      {.name = "voices", .value = number(composition.voices.size())},
      shapes(composition),
      near_duplicate_share(composition)};
  for (const auto& [form, counts] : composition.forms) {
    figures.push_back({.name = fmt::format("texts with the same opening, {} form", name(form)),
                       .value = most_sources(composition, form),
                       .most = 2});
  }
  return figures;
}

}  // namespace redcode::corpus
