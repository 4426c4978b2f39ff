// Two runs, paired: what changed, and which trials flipped.
#include "report/comparison_report.h"
#include "view/answers.h"

namespace redcode::view {
namespace {

constexpr std::size_t most_flips = 200;  // each way

Json trial_or_null(const Index& index, const report::Flip& flip) {
  const std::optional<std::size_t> trial = index.trial_of(flip.case_id, flip.repeat);
  return trial ? Json(*trial) : Json(nullptr);
}

}  // namespace

Result<Json> comparison_json(const Index& first, const Index& second) {
  const Result<report::Comparison> compared = report::compare(
      first.results(), second.results(), {.by = {report::Trait::domain}, .flips = most_flips});
  if (!compared) return std::unexpected(compared.error());
  Json flips = Json::array();
  for (const auto& [some, way] :
       {std::pair(&compared->worse, "worse"), std::pair(&compared->better, "better")}) {
    for (const report::Flip& flip : some->some) {
      flips.push_back({{"case_id", foreign(flip.case_id)},
                       {"repeat", flip.repeat},
                       {"first", name(flip.first)},
                       {"second", name(flip.second)},
                       {"trial_first", trial_or_null(first, flip)},
                       {"trial_second", trial_or_null(second, flip)},
                       {"way", way}});
    }
  }
  return Json{{"comparison", report::json_comparison(*compared)}, {"flips", std::move(flips)}};
}

}  // namespace redcode::view
