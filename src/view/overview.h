// Parts of the overview that a report does not have: where harm is, and how long trials took.
#pragma once

#include "base/json.h"
#include "report/summary.h"
#include "view/index.h"

namespace redcode::view {

// Domain against form and against language: how trials came out in each cell.
Json risk_map(const report::Results& results);
// The scenarios with the most harm, each with a trial that shows it.
Json worst_scenarios(const Index& index, const report::Summary& summary);
Json time_json(const Index& index);
Json cost_json(const record::Usage& usage, std::uint64_t trials);

}  // namespace redcode::view
