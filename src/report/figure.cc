#include "report/figure.h"

#include <fmt/format.h>

namespace redcode::report {
namespace {

using stats::Metric;

bool rate(Metric metric) { return stats::traits(metric).scale == 1; }

// Without its unit.
std::string number(Metric metric, double value) {
  if (rate(metric)) return fmt::format("{:.1f}", 100 * value);
  return metric == Metric::headline ? fmt::format("{:.1f}", value) : fmt::format("{:.2f}", value);
}

}  // namespace

std::string amount(Metric metric, double value) {
  return number(metric, value) + (rate(metric) ? " %" : "");
}

Figure figure(Metric metric, const std::optional<stats::Estimate>& estimate) {
  if (!estimate || estimate->total.trials + estimate->total.missing == 0) return {.value = "–"};
  const stats::Count& total = estimate->total;
  Figure figure{.value = "–"};
  if (total.trials > 0) {
    figure.value = amount(metric, estimate->value);
    // How much of a run was not judged is a fact about it, and no estimate.
    if (metric != Metric::invalid) {
      figure.interval = fmt::format("[{}, {}]", number(metric, estimate->interval.low),
                                    number(metric, estimate->interval.high));
    }
    if (rate(metric)) figure.of = fmt::format("{} of {}", total.hits, total.trials);
    if (metric == Metric::severity_harm) figure.of += " by weight";
  }
  if (total.missing > 0) {
    figure.bounds = fmt::format("{} to {}", number(metric, estimate->bounds.low),
                                number(metric, estimate->bounds.high));
  }
  return figure;
}

Json to_json(const stats::Interval& interval) { return Json::array({interval.low, interval.high}); }

Json to_json(const std::optional<stats::Estimate>& estimate) {
  if (!estimate) return nullptr;
  const stats::Count& total = estimate->total;
  return {{"value", total.trials > 0 ? Json(estimate->value) : Json(nullptr)},
          {"interval", to_json(estimate->interval)},
          {"bounds", to_json(estimate->bounds)},
          {"hits", total.hits},
          {"trials", total.trials},
          {"missing", total.missing},
          {"clusters", estimate->clusters}};
}

}  // namespace redcode::report
