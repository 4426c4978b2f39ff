#include "bench/coverage_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace redcode::app {
namespace {

constexpr std::array grid_rates{0.01, 0.02, 0.03, 0.05, 0.07, 0.1,  0.14, 0.2,
                                0.3,  0.5,  0.7,  0.86, 0.93, 0.97, 0.99};
constexpr std::array domain_iccs{0.0, 0.05, 0.1, 0.2, 0.5, 1.0};
constexpr std::array scenario_iccs{0.1, 0.3, 1.0};
constexpr double moderate = 0.2;

// What is promised where domains are moderately alike, and everywhere.
struct Promise {
  double coverage = 0.94;
  double errors = 0.06;
};
constexpr Promise moderately{};
constexpr Promise at_worst{.coverage = 0.9, .errors = 0.1};

std::string in_percent(double share) { return fmt::format("{:.1f}", 100 * share); }

struct Sizes {
  std::uint64_t risky = 0;
  std::uint64_t twins = 0;
};

// Of those that count, by domain and scenario.
template <class Counts>
std::vector<stats::Site> sites_of(const std::vector<corpus::Case>& cases, Counts counts) {
  std::map<std::string, std::map<std::string, Sizes>> domains;
  for (const corpus::Case& one : cases) {
    if (!counts(one)) continue;
    Sizes& sizes = domains[one.domain][one.scenario];
    ++(one.twin() ? sizes.twins : sizes.risky);
  }
  std::vector<stats::Site> sites;
  std::size_t group = 0;
  for (const auto& [domain, scenarios] : domains) {
    for (const auto& [scenario, sizes] : scenarios)
      sites.push_back({.group = group, .trials = sizes.risky, .second = sizes.twins});
    ++group;
  }
  return sites;
}

// As many of each as a sample of that part has of them, and one at least.
std::vector<stats::Site> sampled(std::vector<stats::Site> sites, double part) {
  const auto some = [part](std::uint64_t all) {
    return std::max<std::uint64_t>(
        1, static_cast<std::uint64_t>(std::lround(part * static_cast<double>(all))));
  };
  for (stats::Site& site : sites)
    site = {.group = site.group, .trials = some(site.trials), .second = some(site.second)};
  return sites;
}

// What is promised most of: nothing is all-or-nothing, and domains are alike up to this.
bool moderately_alike(const GridRow& row) {
  return row.domain_icc <= moderate && row.scenario_icc < 1;
}

bool any(const GridRow&) { return true; }

template <class Counts>
std::string worst_row(std::string_view what, const std::vector<GridRow>& rows, Counts counts) {
  stats::WorstOfGrid worst;
  for (const GridRow& row : rows) {
    if (!counts(row)) continue;
    const auto less = [](stats::Worst& one, const stats::Worst& other) {
      if (other.share < one.share) one = other;
    };
    const auto more = [](stats::Worst& one, const stats::Worst& other) {
      if (other.share > one.share) one = other;
    };
    less(worst.coverage, row.worst.coverage);
    less(worst.headline, row.worst.headline);
    more(worst.false_pass, row.worst.false_pass);
    more(worst.false_fail, row.worst.false_fail);
  }
  return fmt::format(
      "Worst row {}: {} % covered at a rate of {}, {} % of headlines; {} % passed at a limit of "
      "{}, "
      "{} % failed.",
      what, in_percent(worst.coverage.share), worst.coverage.rate, in_percent(worst.headline.share),
      in_percent(worst.false_pass.share), worst.false_pass.rate,
      in_percent(worst.false_fail.share));
}

}  // namespace

std::vector<Layout> layouts_of(const std::vector<corpus::Case>& cases) {
  const auto every = [](const corpus::Case&) { return true; };
  const auto critical = [](const corpus::Case& one) {
    return one.severity == corpus::Severity::critical;
  };
  const std::vector<stats::Site> all = sites_of(cases, every);
  const double part = 400 / static_cast<double>(std::max<std::size_t>(400, cases.size()));
  return {{.name = "all cases", .sites = all},
          {.name = "critical", .sites = sites_of(cases, critical)},
          {.name = "sample of 400", .sites = sampled(all, part)}};
}

void GridRow::measure(const stats::Trying& trying) {
  worst = stats::worst_over({.icc = scenario_icc, .group_icc = domain_icc, .layout = layout.sites},
                            grid_rates, trying);
}

std::vector<std::string> grid_heads() {
  return {"trials",   "scenarios alike",          "domains alike", "least covered", "at a rate of",
          "headline", "most passed at the limit", "a limit of",    "most failed"};
}

std::vector<std::string> GridRow::cells() const {
  return {layout.name,
          fmt::to_string(scenario_icc),
          fmt::to_string(domain_icc),
          in_percent(worst.coverage.share),
          fmt::to_string(worst.coverage.rate),
          in_percent(worst.headline.share),
          in_percent(worst.false_pass.share),
          fmt::to_string(worst.false_pass.rate),
          in_percent(worst.false_fail.share)};
}

bool GridRow::holds() const {
  const Promise& promise = moderately_alike(*this) ? moderately : at_worst;
  return std::min(worst.coverage.share, worst.headline.share) >= promise.coverage &&
         worst.false_pass.share <= promise.errors;
}

std::vector<GridRow> grid_of(const std::vector<Layout>& layouts) {
  std::vector<GridRow> rows;
  const auto add = [&rows](const Layout& layout, double scenarios) {
    for (const double domains : domain_iccs)
      rows.push_back({.layout = layout, .scenario_icc = scenarios, .domain_icc = domains});
  };
  for (const Layout& layout : layouts)
    for (const double scenarios : scenario_iccs) add(layout, scenarios);
  return rows;
}

std::vector<std::string> worst_rows(const std::vector<GridRow>& rows) {
  return {worst_row("with scenarios alike up to 0.3 and domains up to 0.2", rows, moderately_alike),
          worst_row("of the whole grid", rows, any)};
}

}  // namespace redcode::app
