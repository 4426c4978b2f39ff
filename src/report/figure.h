// A figure in words, the same in a terminal, a table and a message: "12.5 %", "[8.1, 18.9]".
#pragma once

#include <optional>
#include <string>

#include "base/json.h"
#include "stats/estimate.h"
#include "stats/metric.h"

namespace redcode::report {

struct Figure {
  std::string value;     // "12.5 %"; "–" if nothing was judged
  std::string interval;  // "[8.1, 18.9]"; "" likewise
  std::string of;        // "5 of 40"; "" for a mean of rates
  std::string bounds;    // "10.0 to 30.0", had the missing gone one way or the other; "" if none is
};
Figure figure(stats::Metric metric, const std::optional<stats::Estimate>& estimate);

// One number on the metric's scale, with its unit: "12.5 %", "71.0", "1.25".
std::string amount(stats::Metric metric, double value);

// Every number of it; null if there is none.
Json to_json(const std::optional<stats::Estimate>& estimate);
Json to_json(const stats::Interval& interval);

}  // namespace redcode::report
