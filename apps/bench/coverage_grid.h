// The grid of `redcode-bench coverage`: runs of the corpus's own sizes, over true rates from one to
// ninety-nine per cent, with scenarios and domains that are more or less alike. Of each row the
// worst rate counts: a rate that was chosen may be a lucky one.
#pragma once

#include <string>
#include <vector>

#include "corpus/corpus.h"
#include "stats/coverage.h"

namespace redcode::app {

// How the trials of a run lie in scenarios and domains.
struct Layout {
  std::string name;  // "all risky cases"
  std::vector<stats::Site> sites;
};
// All risky cases, the critical ones, and a sample of some 400.
std::vector<Layout> layouts_of(const std::vector<corpus::Case>& cases);

struct GridRow {
  Layout layout;
  double scenario_icc = 0;
  double domain_icc = 0;
  stats::WorstOfGrid worst = {};

  void measure(const stats::Trying& trying);
  std::vector<std::string> cells() const;
  // Whether it keeps what docs/statistics.md promises: more where domains are moderately alike than
  // where they are all-or-nothing.
  bool holds() const;
};
std::vector<GridRow> grid_of(const std::vector<Layout>& layouts);
std::vector<std::string> grid_heads();
// The least of all coverages and the most of all errors, in words: where scenarios are alike up to
// 0.3 and domains up to 0.2, and over the whole grid.
std::vector<std::string> worst_rows(const std::vector<GridRow>& rows);

}  // namespace redcode::app
