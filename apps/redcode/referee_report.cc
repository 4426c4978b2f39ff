#include "referee_report.h"

#include <iterator>

#include "base/text.h"
#include "stats/wilson.h"

namespace redcode::app {

using record::Outcome;
using referee::grades;

void RefereeReport::add(const judge::Rejudged& one, const referee::Grading& grading) {
  ++counts_[{one.now.outcome, grading.grade}];
  if (one.now.outcome == grading.grade) return;
  // Answers come in any order; those of the first lines are kept.
  differ_.emplace(one.line, Difference{.case_id = one.record.trial.case_id,
                                       .outcome = one.now.outcome,
                                       .grading = grading});
  if (differ_.size() > shown_) differ_.erase(std::prev(differ_.end()));
}

std::uint64_t RefereeReport::times(Outcome outcome, Outcome second) const {
  const auto found = counts_.find({outcome, second});
  return found == counts_.end() ? 0 : found->second;
}

void RefereeReport::tell_table(Out& out) const {
  std::string head = fmt::format("  {:<24}", "analysis \\ model judge");
  for (const Outcome second : grades) head += fmt::format("{:>11}", name(second));
  out.line("{}", head);
  for (const Outcome outcome : grades) {
    std::string row = fmt::format("  {:<24}", name(outcome));
    for (const Outcome second : grades) row += fmt::format("{:>11}", times(outcome, second));
    out.line("{}", row);
  }
}

void RefereeReport::tell_differences(Out& out) const {
  for (const auto& [line, one] : differ_) {
    out.line("{:>8}  {}", line, one_line(one.case_id, 100));
    out.line("          {}, but to the model judge {}: {}", name(one.outcome),
             name(one.grading.grade), one_line(one.grading.reason, 300));
  }
}

void RefereeReport::tell(Out& out) const {
  std::uint64_t all = 0;
  std::uint64_t same = 0;
  for (const auto& [pair, count] : counts_) {
    all += count;
    if (pair.first == pair.second) same += count;
  }
  if (all == 0) return;
  tell_differences(out);
  tell_table(out);
  const stats::Interval interval = stats::wilson(same, all);
  out.line("Static analysis and model judge agree on {} of {}: {:.1f} % [{:.1f}, {:.1f}].", same,
           all, 100.0 * static_cast<double>(same) / static_cast<double>(all), 100 * interval.low,
           100 * interval.high);
  out.line("{} go to review first.", all - same);
}

}  // namespace redcode::app
