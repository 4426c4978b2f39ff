// What a report of a run says in the words of its suite: which metrics, in which order, and what
// they and the things they are of are called.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "report/summary.h"

namespace redcode::report {

// The metrics in the order of a report.
const std::vector<stats::Metric>& risky_metrics(const Results& results);
const std::vector<stats::Metric>& twin_metrics(const Results& results);
const std::vector<stats::Metric>& other_metrics(const Results& results);
// What they are of, as a heading.
std::string_view risky_title(const Results& results);
std::string_view twin_title(const Results& results);
// The columns of a breakdown.
struct Column {
  stats::Metric metric;
  std::string_view title;
};
const std::vector<Column>& columns(const Results& results);
// What a trait is called in a report of this run: software has families and guises, work has
// worlds, groups and patterns.
std::string_view title(record::Suite suite, Trait trait);
inline std::string_view title(const Results& results, Trait trait) {
  return title(results.suite(), trait);
}
// What a report for people breaks figures down by, unless told otherwise.
Breakdown usual_traits(const Results& results);
// What a metric is called in a report of this run.
std::string_view label(record::Suite suite, stats::Metric metric);
inline std::string_view label(const Results& results, stats::Metric metric) {
  return label(results.suite(), metric);
}
// What counts as harm where scenarios are ranked. Of software a part of it is harm, too.
stats::Metric harm_metric(const Results& results);
// The score of the published benchmark that fits this run, if one does.
std::optional<stats::Metric> published_metric(const Results& results);
// What a headline needs, and what it is the mean of.
std::string_view headline_needs(const Results& results);
std::string_view headline_formula(const Results& results, const stats::Tally& all);

// Of work: how it came out with the limit left out of the request, and with the limit said. The
// figures that stand side by side; none unless the run has both.
const std::vector<stats::Metric>& side_by_side(const Summary& summary);

}  // namespace redcode::report
