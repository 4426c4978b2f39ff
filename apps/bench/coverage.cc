// `redcode-bench coverage`: do the intervals hold the truth as often as they say, and do the gates
// err as rarely? On simulated runs whose truth is known; nothing of this host is measured.
#include "stats/coverage.h"

#include <atomic>
#include <functional>
#include <initializer_list>
#include <thread>

#include "bench/coverage_grid.h"
#include "bench/options.h"
#include "case_set.h"

namespace redcode::app {
namespace {

// What is promised, with room for the chance of a simulation.
constexpr double least_coverage = 0.93;
constexpr double most_errors = 0.075;

struct Row {
  std::vector<std::string> labels;
  std::function<std::vector<double>()> measure;
  bool promised = true;  // false: shown for what it is, where the assumptions do not hold
  std::vector<double> shares = {};
};

struct Table {
  std::string title;
  std::vector<std::string> heads;
  std::vector<Row> rows = {};
};

std::string percent(double share) { return fmt::format("{:.1f}", 100 * share); }

Row rate_row(const stats::World& world, const stats::Trying& trying) {
  return {.labels = {fmt::to_string(world.clusters),
                     fmt::format("{}{}", world.rate, world.opposed ? ", opposed" : ""),
                     fmt::to_string(world.icc)},
          .measure = [world, trying]() -> std::vector<double> {
            const stats::RateCoverage one = stats::rate_coverage(world, trying);
            return {one.naive, one.clustered, one.mean, one.corrected};
          }};
}

using Numbers = std::initializer_list<double>;

// Each with each.
std::vector<stats::World> worlds(std::initializer_list<std::size_t> clusters, Numbers rates,
                                 Numbers iccs) {
  std::vector<stats::World> all;
  for (const std::size_t count : clusters) {
    for (const double rate : rates) {
      for (const double icc : iccs) all.push_back({count, rate, icc});
    }
  }
  return all;
}

Table rates(const stats::Trying& trying) {
  Table table{.title = "Share of 95 % intervals that hold the true rate, in %",
              .heads = {"clusters", "rate", "ICC", "independent", "by cluster", "mean of two",
                        "corrected"}};
  const auto add = [&](const std::vector<stats::World>& some, bool promised) {
    for (const stats::World& world : some) {
      table.rows.push_back(rate_row(world, trying));
      table.rows.back().promised = promised;
    }
  };
  add(worlds({8, 15, 30, 50}, {0.02, 0.05, 0.2, 0.5, 0.9}, {0, 0.1, 0.3}), true);
  add(worlds({3, 5}, {0.05, 0.2, 0.5}, {0.1, 0.3}), false);
  add(worlds({30, 50}, {0.05, 0.2}, {0.6, 1}), false);
  std::vector<stats::World> opposed = worlds({3, 5, 8, 30}, {0.5}, {0.3});
  for (stats::World& world : opposed) world.opposed = true;
  add(opposed, false);
  return table;
}

// Runs that end differently in many cases, in whose rates this difference is left.
stats::Change change_by(double difference, std::size_t clusters, double icc) {
  const double rate = 0.2;
  const double mended = 0.2;
  return {.first = {.clusters = clusters, .rate = rate, .icc = icc},
          .mended = mended,
          .broken = (difference + rate * mended) / (1 - rate)};
}

Row difference_row(double difference, const stats::Change& change, const stats::Trying& trying) {
  return {.labels = {fmt::to_string(change.first.clusters), fmt::to_string(difference),
                     fmt::to_string(change.first.icc)},
          .measure = [change, trying]() -> std::vector<double> {
            return {stats::difference_coverage(change, trying)};
          }};
}

Table differences(const stats::Trying& trying) {
  Table table{.title = "The same for the difference of two runs over the same cases, in %",
              .heads = {"clusters", "difference", "ICC", "covered"}};
  for (const std::size_t clusters : {8U, 15U, 30U, 50U}) {
    for (const double by : {0.0, 0.1}) {
      for (const double icc : {0.0, 0.1, 0.3})
        table.rows.push_back(difference_row(by, change_by(by, clusters, icc), trying));
    }
  }
  return table;
}

using Gate = std::function<stats::GateShares(std::size_t clusters, double icc)>;

struct GateCase {
  std::string rule;
  std::string agent;
  Gate gate;
};

GateCase limit_case(double limit, double rate, const stats::Trying& trying) {
  return {.rule = fmt::format("at most {}", limit),
          .agent = fmt::format("{}{}", rate, rate == limit ? ", at the limit" : ""),
          .gate = [=](std::size_t clusters, double icc) {
            return stats::limit_gate({.clusters = clusters, .rate = rate, .icc = icc}, limit,
                                     trying);
          }};
}

GateCase change_case(double margin, double difference, const stats::Trying& trying) {
  return {.rule = fmt::format("no worse by {}", margin),
          .agent = fmt::format("worse by {}{}", difference,
                               difference == margin ? ", at the limit" : ""),
          .gate = [=](std::size_t clusters, double icc) {
            return stats::regression_gate(change_by(difference, clusters, icc), margin, trying);
          }};
}

std::vector<GateCase> gate_cases(const stats::Trying& trying) {
  std::vector<GateCase> cases;
  for (const double rate : {0.01, 0.05, 0.15}) cases.push_back(limit_case(0.05, rate, trying));
  for (const double rate : {0.03, 0.1, 0.2}) cases.push_back(limit_case(0.1, rate, trying));
  for (const double difference : {0.0, 0.05, 0.1})
    cases.push_back(change_case(0.05, difference, trying));
  cases.push_back({.rule = "four rules, at most 0.1",
                   .agent = "all at the limit",
                   .gate = [trying](std::size_t clusters, double icc) {
                     return stats::gate_of_rules({.clusters = clusters, .rate = 0.1, .icc = icc},
                                                 0.1, 4, trying);
                   }});
  return cases;
}

Row gate_row(const GateCase& one, std::size_t clusters, double icc) {
  return {.labels = {one.rule, one.agent, fmt::to_string(clusters), fmt::to_string(icc)},
          .measure = [gate = one.gate, clusters, icc]() -> std::vector<double> {
            const stats::GateShares shares = gate(clusters, icc);
            return {shares.pass, shares.fail};
          }};
}

Table gates(const stats::Trying& trying) {
  Table table{.title = "What gates decide at 95 % confidence, in % of runs",
              .heads = {"rule", "agent's true rate", "clusters", "ICC", "pass", "fail"}};
  for (const GateCase& one : gate_cases(trying)) {
    for (const std::size_t clusters : {15U, 30U, 50U}) {
      for (const double icc : {0.1, 0.3}) table.rows.push_back(gate_row(one, clusters, icc));
    }
  }
  // More alike than is presumed.
  for (const stats::World& world : worlds({30, 50}, {0.05, 0.07}, {0.6, 1})) {
    const GateCase one = limit_case(0.05, world.rate, trying);
    table.rows.push_back(gate_row(one, world.clusters, world.icc));
    table.rows.back().promised = false;
  }
  return table;
}

// Every row is seeded alike, so neither order nor number of threads matters.
void measure(std::vector<Table>& tables, std::vector<GridRow>& grid, const stats::Trying& trying) {
  std::vector<std::function<void()>> rows;
  for (Table& table : tables) {
    for (Row& row : table.rows) rows.emplace_back([&row] { row.shares = row.measure(); });
  }
  for (GridRow& row : grid) rows.emplace_back([&row, &trying] { row.measure(trying); });
  std::atomic<std::size_t> next{0};
  const auto work = [&rows, &next] {
    for (std::size_t i = next++; i < rows.size(); i = next++) rows[i]();
  };
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i)
    threads.emplace_back(work);
}

void print_row(const std::vector<std::string>& cells, bool markdown, Out& out) {
  std::string line = markdown ? "|" : "";
  for (const std::string& cell : cells)
    line += markdown ? fmt::format(" {} |", cell) : fmt::format("{:<24} ", cell);
  out.line("{}", line);
}

void print(const Table& table, bool markdown, Out& out) {
  out.line("{}{}", table.title, markdown ? "\n" : "");
  print_row(table.heads, markdown, out);
  if (markdown) print_row(std::vector<std::string>(table.heads.size(), "---"), markdown, out);
  for (const Row& row : table.rows) {
    std::vector<std::string> cells = row.labels;
    for (const double share : row.shares) cells.push_back(percent(share));
    print_row(cells, markdown, out);
  }
  out.line("");
}

void print(const std::vector<GridRow>& grid, bool markdown, Out& out) {
  Table table{
      .title = "The worst over true rates from 0.01 to 0.99, with the corpus's own sizes, in %",
      .heads = grid_heads()};
  for (const GridRow& row : grid) table.rows.push_back({.labels = row.cells(), .measure = {}});
  print(table, markdown, out);
  for (const std::string& said : worst_rows(grid)) out.line("{}", said);
  out.line("");
}

// The first share of a rate's row is the interval that nobody should use.
bool intervals_hold(const Table& table, std::size_t first) {
  return std::ranges::all_of(table.rows, [first](const Row& row) {
    return !row.promised ||
           std::ranges::all_of(row.shares.begin() + static_cast<std::ptrdiff_t>(first),
                               row.shares.end(),
                               [](double share) { return share >= least_coverage; });
  });
}

// An agent at its limit is seldom passed and seldom failed.
bool gates_hold(const Table& table) {
  return std::ranges::all_of(table.rows, [](const Row& row) {
    const bool at_limit = row.labels[1].ends_with("limit");
    return !at_limit || !row.promised || std::ranges::max(row.shares) <= most_errors;
  });
}

}  // namespace

int bench_coverage(const CoverageBenchOptions& options, Out& out) {
  const stats::Trying trying{.runs = options.runs, .seed = 1};
  std::vector<Table> tables{rates(trying), differences(trying), gates(trying)};
  std::vector<GridRow> grid = grid_of(layouts_of(load_corpus(options.corpus, out).cases));
  measure(tables, grid, trying);
  print(grid, options.markdown, out);
  for (const Table& table : tables) print(table, options.markdown, out);
  const bool hold = std::ranges::all_of(grid, &GridRow::holds) && intervals_hold(tables[0], 1) &&
                    intervals_hold(tables[1], 0) && gates_hold(tables[2]);
  if (!hold) out.trouble("an interval covers less, or a gate errs more, than is promised");
  return hold ? 0 : 1;
}

}  // namespace redcode::app
