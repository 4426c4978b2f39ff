#include "report/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "report/suite_words.h"
#include "stats/weighted_sum.h"

namespace redcode::report {
namespace {

using stats::HeadlineOf;
using stats::Metric;
using stats::Unjudged;

constexpr double confidence = 0.95;

// What the tables of categories show.
std::array<Metric, 4> table_metrics(const Results& results) {
  if (results.suite() == record::Suite::overreach) {
    return {Metric::done_without_harm, Metric::task_done, harm_metric(results), Metric::completion};
  }
  if (results.suite() == record::Suite::injection)
    return {Metric::done_unhijacked, Metric::exposure, harm_metric(results), Metric::completion};
  return {Metric::handled, harm_metric(results), Metric::completion, Metric::over_refusal};
}

double judged(const stats::PairedCount& count) {
  return static_cast<double>(count.both + count.only_first + count.only_second + count.neither);
}

double first_rate(const stats::PairedCount& count) {
  return judged(count) == 0 ? 0
                            : static_cast<double>(count.both + count.only_first) / judged(count);
}

double second_rate(const stats::PairedCount& count) {
  return judged(count) == 0 ? 0
                            : static_cast<double>(count.both + count.only_second) / judged(count);
}

// Which cases flipped, by scenario, whichever way is up: that fewer were handled right because as
// many more did harm is one question, asked twice.
std::string question_of(const std::vector<stats::PairedCount>& counts) {
  std::string up;
  std::string down;
  for (const stats::PairedCount& one : counts) {
    up += fmt::format("{}/{} ", one.only_first, one.only_second);
    down += fmt::format("{}/{} ", one.only_second, one.only_first);
  }
  return std::min(up, down);
}

Change change(const PairedTally& tally, Metric metric, std::string_view category = "") {
  const std::vector<stats::PairedCount> counts = tally.counts(metric);
  const stats::Difference difference = stats::difference(counts);
  return {.metric = metric,
          .first = first_rate(difference.total),
          .second = second_rate(difference.total),
          .difference = difference,
          .p = stats::p_value(counts),
          .question = fmt::format("{}: {}", category, question_of(counts))};
}

stats::PairedCount total_of(const PairedTally& tally, Metric metric) {
  stats::PairedCount total;
  for (const stats::PairedCount& one : tally.counts(metric)) total += one;
  return total;
}

// The mean of two rates changes by the mean of their changes.
std::array<Metric, 2> headline_parts(const PairedTally& tally) {
  const auto any = [&tally](Metric metric) { return judged(total_of(tally, metric)) > 0; };
  if (any(Metric::done_without_harm)) return stats::headline_parts(HeadlineOf::work);
  if (any(Metric::done_unhijacked)) return stats::headline_parts(HeadlineOf::orders);
  const bool pairs = any(Metric::paired_handled) || any(Metric::paired_completion);
  return stats::headline_parts(pairs ? HeadlineOf::pairs : HeadlineOf::cases);
}

double headline_weight() { return stats::traits(Metric::headline).scale / 2; }

stats::Sum headline_sum(const PairedTally& tally, Unjudged unjudged) {
  std::vector<stats::Term> terms;
  for (const Metric metric : headline_parts(tally)) {
    for (stats::Term& one :
         stats::flip_terms(tally.counts(metric), unjudged, headline_weight(), confidence)) {
      terms.push_back(std::move(one));
    }
  }
  const double most = stats::traits(Metric::headline).scale;
  stats::Sum sum = stats::weighted_sum(terms);
  sum.low = std::max(-most, sum.low);
  sum.high = std::min(most, sum.high);
  return sum;
}

// Nothing unless both parts have trials.
std::optional<Change> headline_change(const PairedTally& tally) {
  Change change{.metric = Metric::headline};
  for (const Metric metric : headline_parts(tally)) {
    const stats::PairedCount total = total_of(tally, metric);
    if (judged(total) == 0) return std::nullopt;
    change.first += headline_weight() * first_rate(total);
    change.second += headline_weight() * second_rate(total);
    change.difference.total += total;
  }
  const stats::Sum sum = headline_sum(tally, Unjudged::left_out);
  change.difference.value = sum.value;
  change.difference.interval = {.low = sum.low, .high = sum.high};
  change.difference.bounds = {.low = std::min(sum.low, headline_sum(tally, Unjudged::down).low),
                              .high = std::max(sum.high, headline_sum(tally, Unjudged::up).high)};
  return change;
}

// Over the distinct questions of a breakdown: the more there are, the more would stand out by
// chance. Lines that ask the same thing, or that could not have answered, are no more of them.
void adjust(const std::vector<Change*>& table) {
  std::map<std::string, double> questions;
  for (const Change* one : table) {
    if (one->p) questions.emplace(one->question, *one->p);
  }
  std::vector<double> p_values;
  for (const auto& [question, p] : questions) p_values.push_back(p);
  const std::vector<double> adjusted = stats::holm(p_values);
  std::size_t place = 0;
  for (auto& [question, p] : questions) p = adjusted.at(place++);
  for (Change* one : table) {
    if (one->p) one->adjusted_p = questions.at(one->question);
  }
}

void note_flip(Flips& flips, Flip flip, std::size_t limit) {
  ++flips.count;
  if (flips.some.size() < limit) flips.some.push_back(std::move(flip));
}

void count_trial(Comparison& comparison, const std::pair<stats::Finding, stats::Finding>& both,
                 Flip flip, std::size_t limit) {
  const auto& [one, other] = both;
  ++comparison.shared_trials;
  if (!one.judged()) ++comparison.first.missing;
  if (!other.judged()) ++comparison.second.missing;
  if (!one.judged() || !other.judged()) return;
  ++comparison.judged_in_both;
  flip.first = one.outcome;
  flip.second = other.outcome;
  if (one.right() == other.right()) return;
  note_flip(other.right() ? comparison.better : comparison.worse, std::move(flip), limit);
}

void count_trials(Comparison& comparison, const Results& first, const Results& second,
                  const SharedCases& shared, std::size_t limit) {
  for (const auto& [place_first, place_second] : shared.places) {
    const CaseResults& one = first.subjects.at(place_first);
    const CaseResults& other = second.subjects.at(place_second);
    for (std::uint32_t repeat = 0; repeat < shared.repeats; ++repeat) {
      count_trial(comparison, {one.finding(repeat), other.finding(repeat)},
                  {.case_id = one.id, .repeat = repeat}, limit);
    }
  }
}

std::set<std::string> values_of(const Results& results, const SharedCases& shared, Trait trait) {
  std::set<std::string> values;
  for (const auto& [place, other] : shared.places) {
    values.insert(results.subjects.at(place).trait(trait));
  }
  return values;
}

std::vector<Change> changes_of(const PairedTally& tally, record::Suite suite) {
  std::vector<Change> changes;
  for (std::size_t i = 0; i < stats::counted_metrics; ++i) {
    const auto metric = static_cast<Metric>(i);
    if (stats::is_of(metric, suite) && can_be_paired(metric))
      changes.push_back(change(tally, metric));
  }
  std::vector<Change*> lines;
  for (Change& one : changes) lines.push_back(&one);
  adjust(lines);
  return changes;
}

std::map<std::string, std::vector<Change>> table_of(const Results& first, const Results& second,
                                                    const SharedCases& shared, Trait trait) {
  std::map<std::string, std::vector<Change>> table;
  for (const std::string& value : values_of(first, shared, trait)) {
    const PairedTally tally = tally_pairs(first, second, shared, {{trait, value}});
    for (const Metric metric : table_metrics(first))
      table[value].push_back(change(tally, metric, value));
  }
  std::vector<Change*> lines;
  for (auto& [value, changes] : table) {
    for (Change& one : changes) lines.push_back(&one);
  }
  adjust(lines);
  return table;
}

}  // namespace

std::string_view name(Word word) {
  static constexpr std::array<std::string_view, 4> names{"no change", "unclear", "better", "worse"};
  return names.at(static_cast<std::size_t>(word));
}

std::optional<Word> word_of(const Change& change) {
  const stats::Difference& difference = change.difference;
  if (judged(difference.total) == 0) return std::nullopt;
  if (difference.total.only_first + difference.total.only_second == 0) return Word::no_change;
  const bool rose = difference.interval.low > 0;
  if (!rose && difference.interval.high >= 0) return Word::unclear;
  const bool should_rise = stats::traits(change.metric).better == stats::Better::higher;
  return rose == should_rise ? Word::better : Word::worse;
}

std::vector<std::string> differing_settings(const Results& first, const Results& second) {
  std::vector<std::string> said;
  for (const auto& [key, what] :
       {std::pair("corpus_digest", "corpora"), std::pair("image_digest", "images"),
        std::pair("engine", "engines")}) {
    const auto one = member_or<std::string>(first.manifest, key, "?");
    const auto other = member_or<std::string>(second.manifest, key, "?");
    if (one == other) continue;
    said.push_back(
        fmt::format("Their {} differ: {} and {}.", what, one_line(one, 80), one_line(other, 80)));
  }
  if (first.read_by != second.read_by) {
    said.push_back(
        fmt::format("Their judges differ: {} and {}; `redcode judge` decides both alike.",
                    fmt::join(first.read_by, ", "), fmt::join(second.read_by, ", ")));
  }
  for (const auto& [run, which] : {std::pair(&first, "first"), std::pair(&second, "second")}) {
    if (!run->as_planned) {
      said.push_back(
          fmt::format("The cases of the {} run are not those that its manifest names.", which));
    }
    if (run->damaged > 0) {
      said.push_back(
          fmt::format("{} lines of the {} run are damaged or unknown.", run->damaged, which));
    }
    if (run->recorded < run->planned()) {
      said.push_back(fmt::format("The {} run is INCOMPLETE: {} of {} planned trials have a record.",
                                 which, run->recorded, run->planned()));
    }
  }
  return said;
}

Result<Comparison> compare(const Results& first, const Results& second,
                           const CompareOptions& options) {
  const SharedCases shared = shared_cases(first, second);
  if (shared.places.empty()) {
    return std::unexpected(Error{
        .code = "nothing-shared",
        .message = fmt::format("the runs share no case: {} in the first, {} in the second",
                               first.subjects.size(), second.subjects.size()),
        .hint = "compare runs over the same corpus; a case whose text changed is another case"});
  }
  Comparison comparison{
      .first = {.manifest = first.manifest,
                .read_by = first.read_by,
                .cases_of_its_own = shared.only_first,
                .lost_cases = first.lost_cases,
                .damaged = first.damaged},
      .second = {.manifest = second.manifest,
                 .read_by = second.read_by,
                 .cases_of_its_own = shared.only_second,
                 .lost_cases = second.lost_cases,
                 .damaged = second.damaged},
      .suite = first.suite(),
      .shared_cases = shared.places.size(),
      .repeats_left_out = std::max(first.repeats, second.repeats) - shared.repeats,
      .warnings = differing_settings(first, second)};
  count_trials(comparison, first, second, shared, options.flips);
  const PairedTally all = tally_pairs(first, second, shared);
  comparison.headline = headline_change(all);
  comparison.changes = changes_of(all, first.suite());
  for (const Trait trait : options.by) {
    comparison.by[trait] = table_of(first, second, shared, trait);
  }
  return comparison;
}

}  // namespace redcode::report
