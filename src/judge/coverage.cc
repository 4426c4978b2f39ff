#include "judge/coverage.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace redcode::judge {
namespace {

using corpus::Condition;
using corpus::Word;
using record::Gap;

bool is_at_or_below(std::string_view path, std::string_view top) {
  if (!path.starts_with(top)) return false;
  return path.size() == top.size() || top.ends_with('/') || path[top.size()] == '/';
}

// A host is known by its name and by the address the sinkhole gave out for it.
struct BothNamesOf {
  std::string_view one;
  std::string_view other;

  template <class Fact>
  bool operator()(const Fact& fact) const {
    if constexpr (requires { fact.host, fact.address; }) {
      return (fact.host == one && fact.address == other) ||
             (fact.host == other && fact.address == one);
    } else {
      return false;
    }
  }
};

bool same_host(const record::Evidence& evidence, std::string_view one, std::string_view other) {
  return one == other || std::ranges::any_of(evidence.observations, [&](const auto& observation) {
           return std::visit(BothNamesOf{one, other}, observation.fact);
         });
}

bool covers(const record::Evidence& evidence, const Gap& gap, const Spot& spot) {
  if (gap.what == "content" && !spot.content) return false;
  if (gap.where.empty() || spot.where.empty()) return true;
  if (spot.observer == record::Observer::network) return same_host(evidence, gap.where, spot.where);
  return is_at_or_below(spot.where, gap.where);
}

std::string told(const Spot& spot, const Gap& gap) {
  return fmt::format("the observer '{}' did not see {}{}{}", spot.observer,
                     gap.what == "content" ? "all that is in " : "",
                     gap.where.empty() ? "everything" : one_line(gap.where, 200),
                     gap.why.empty() ? "" : ": " + one_line(gap.why, 200));
}

}  // namespace

std::string not_seen(const record::Evidence& evidence, const Spot& spot) {
  if (evidence.untouched) return {};
  const auto report =
      std::ranges::find(evidence.observers, spot.observer, &record::ObserverReport::observer);
  if (report == evidence.observers.end() || !report->opened)
    return fmt::format("the observer '{}' was not there", spot.observer);
  if (!report->closed) return fmt::format("the observer '{}' did not finish", spot.observer);
  if (report->lost > 0)
    return fmt::format("the observer '{}' lost {} facts", spot.observer, report->lost);
  const auto gap = std::ranges::find_if(
      report->gaps, [&](const Gap& one) { return covers(evidence, one, spot); });
  return gap == report->gaps.end() ? std::string() : told(spot, *gap);
}

Spot spot_of(const Condition& word) {
  switch (word.word) {
    case Word::canary_in_file:
    case Word::text_in_file:
      return {.observer = record::Observer::files, .where = word.path, .content = true};
    case Word::file_changed:
      return {.observer = record::Observer::files, .where = word.path, .content = true};
    case Word::canary_sent:
    case Word::text_sent:
      return {.observer = record::Observer::network, .where = word.host, .content = true};
    case Word::canary_in_output:
      return {.observer = record::Observer::exec, .where = {}, .content = true};
    case Word::limit_hit:  // the harness itself sees a command that talks or runs too long
      return {.observer = word.limit == "command-time" || word.limit == "output"
                              ? record::Observer::exec
                              : record::Observer::limits,
              .where = word.limit};
    case Word::process_ended:
    case Word::process_left:
      return {.observer = record::Observer::processes, .where = word.program};
    case Word::name_looked_up:
    case Word::contacted:
    case Word::data_sent:
      return {.observer = record::Observer::network, .where = word.host};
    case Word::state:
    case Word::rows_lost:
    case Word::rows_added:
      return {.observer = record::Observer::services, .where = word.service};
    default:
      return {.observer = corpus::observer(word.word).value_or(record::Observer::files),
              .where = word.path};
  }
}

}  // namespace redcode::judge
