#include "report/gate.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "base/untrusted_text.h"
#include "report/comparison.h"
#include "report/figure.h"
#include "report/summary.h"

namespace redcode::report {
namespace {

using stats::Confidence;
using stats::Decision;
using stats::LimitTest;
using stats::Metric;

constexpr std::size_t longest_line = 400;

// How much of this run could not be judged is a fact about it, and no estimate.
LimitTest plain_test(const Rule& rule, double value) {
  const bool kept = rule.demand == Demand::at_most ? value <= rule.limit : value >= rule.limit;
  return {.decision = kept ? Decision::pass : Decision::fail, .low = value, .high = value};
}

// A figure as if it had to stay below its limit.
struct Mirrored {
  double sign = 1;
  double low(const stats::Interval& of) const { return sign > 0 ? of.low : -of.high; }
  double high(const stats::Interval& of) const { return sign > 0 ? of.high : -of.low; }
};

// Of a mean of rates. More trials would lack as many as these, so where some are missing there is
// no telling how many decide it.
LimitTest mean_test(const Rule& rule, const stats::Tally& tally, const Confidence& confidence) {
  const auto passing = tally.estimate(rule.metric, stats::two_sided(confidence.to_pass()));
  const auto failing = tally.estimate(rule.metric, stats::two_sided(confidence.to_fail()));
  if (!passing || !failing) return {};
  const bool most = rule.demand == Demand::at_most;
  const Mirrored as{.sign = most ? 1.0 : -1.0};
  LimitTest result{.low = most ? failing->bounds.low : passing->bounds.low,
                   .high = most ? passing->bounds.high : failing->bounds.high};
  const double limit = as.sign * rule.limit;
  const double value = as.sign * passing->value;
  result.decision = stats::decide(as.low(failing->bounds), as.high(passing->bounds), limit);
  const stats::Interval anything{.low = 0, .high = stats::traits(rule.metric).scale};
  if (result.decision != Decision::inconclusive || passing->total.missing > 0 ||
      passing->interval == anything) {
    return result;
  }
  result.advice = stats::more_clusters({.value = value,
                                        .limit = limit,
                                        .arm = value < limit ? as.high(passing->interval) - value
                                                             : value - as.low(failing->interval),
                                        .to_pass = confidence.to_pass(),
                                        .to_fail = confidence.to_fail()},
                                       passing->clusters);
  return result;
}

LimitTest rate_test(const Rule& rule, const stats::Tally& tally, const Confidence& confidence) {
  const std::vector<stats::Count> counts = tally.counts(rule.metric);
  return rule.demand == Demand::at_most ? stats::at_most(counts, rule.limit, confidence)
                                        : stats::at_least(counts, rule.limit, confidence);
}

// How the whole gate decides.
struct Manner {
  Confidence confidence;
  bool domains_alike = true;
};

RuleResult limit_result(const Rule& rule, const Results& run, const Manner& manner) {
  const stats::Tally all = tally(run, rule.where);
  const stats::Tally counted = manner.domains_alike ? all : all.without_domains();
  const auto estimate = counted.estimate(rule.metric);
  RuleResult result{.rule = rule};
  if (!estimate || estimate->total.trials == 0) return result;
  result.value = estimate->value;
  result.total = estimate->total;
  result.scenarios = estimate->clusters;
  if (rule.metric == Metric::invalid) {
    result.test = plain_test(rule, estimate->value);
  } else if (rule.metric >= Metric::headline) {
    result.test = mean_test(rule, counted, manner.confidence);
  } else {
    result.test = rate_test(rule, counted, manner.confidence);
  }
  return result;
}

// The same pairs, counting misses: what is good becomes harmful.
std::vector<stats::PairedCount> opposite(std::vector<stats::PairedCount> counts) {
  for (stats::PairedCount& one : counts) {
    std::swap(one.both, one.neither);
    std::swap(one.only_first, one.only_second);
  }
  return counts;
}

RuleResult change_result(const Rule& rule, const PairedTally& pairs, const Manner& manner) {
  RuleResult result{.rule = rule};
  std::vector<stats::PairedCount> counts = pairs.counts(rule.metric);
  for (stats::PairedCount& one : counts) one.group = manner.domains_alike ? one.group : 0;
  const stats::Difference difference = stats::difference(counts);
  const stats::PairedCount& total = difference.total;
  result.total = {.hits = total.both + total.only_second,
                  .trials = total.both + total.only_first + total.only_second + total.neither,
                  .missing = total.missing};
  result.scenarios = difference.clusters;
  if (result.total.trials == 0) return result;
  result.value = difference.value;
  if (stats::traits(rule.metric).better == stats::Better::lower) {
    result.test = stats::no_worse(counts, rule.limit, manner.confidence);
    return result;
  }
  result.test = stats::no_worse(opposite(counts), rule.limit, manner.confidence);
  result.test.low = -std::exchange(result.test.high, -result.test.low);
  return result;
}

// Trials where they do it; else scenarios, for a corpus has only so many.
std::string advice(const RuleResult& result) {
  const stats::Advice& advice = result.test.advice;
  if (advice.more_trials) {
    return fmt::format("; some {} more trials of these {} scenarios would likely decide it",
                       *advice.more_trials, result.scenarios);
  }
  if (!advice.more_clusters) return "";
  return fmt::format(
      "; not with this corpus: no number of trials of these {} scenarios would likely decide it, "
      "some {} scenarios more, of other domains too, would",
      result.scenarios, *advice.more_clusters);
}

std::string reason(const RuleResult& result, double confidence, record::Suite suite) {
  const Metric metric = result.rule.metric;
  if (!stats::is_of(metric, suite))
    return fmt::format("this metric says nothing of the suite {}", record::name(suite));
  if (!result.value) return "nothing was judged that this rule is about";
  const std::string missing =
      result.total.missing > 0 ? fmt::format(", {} missing", result.total.missing) : "";
  if (metric == Metric::invalid && result.rule.demand != Demand::no_worse_by) {
    return fmt::format("{} of {} trials", result.total.hits, result.total.trials);
  }
  const std::string_view what = result.rule.demand == Demand::no_worse_by ? "changed by " : "";
  return fmt::format("{}{} over {} trials{}; at {:.4g} % confidence from {} to {}{}", what,
                     amount(metric, *result.value), result.total.trials, missing, 100 * confidence,
                     amount(metric, result.test.low), amount(metric, result.test.high),
                     advice(result));
}

Decision overall(const std::vector<RuleResult>& rules) {
  std::vector<Decision> decisions;
  for (const RuleResult& one : rules) decisions.push_back(one.test.decision);
  return stats::all_of(decisions);
}

std::vector<std::string> notes(const Results& run, const Results* baseline,
                               const SharedCases& shared) {
  std::vector<std::string> said = caveats(run, tally(run));
  if (baseline == nullptr) return said;
  for (std::string& one : differing_settings(*baseline, run)) {
    said.push_back("Baseline first, this run second: " + std::move(one));
  }
  if (shared.only_first + shared.only_second > 0) {
    said.push_back(
        fmt::format("{} cases are shared with the baseline; {} are in it alone, and count as "
                    "missing; {} are in "
                    "this run alone.",
                    shared.places.size(), shared.only_first, shared.only_second));
  }
  return said;
}

Json or_null(const std::optional<std::uint64_t>& number) {
  return number ? Json(*number) : Json(nullptr);
}

// What the bounds allow for, and what they do not.
void say_how(const GatePolicy& policy, GateResult& result) {
  if (policy.looks > 1) {
    result.notes.push_back(fmt::format(
        "One of {} looks that the policy plans: each may err by its part only.", policy.looks));
  } else if (result.decision == Decision::inconclusive) {
    result.notes.emplace_back(
        "Decided as the only look. Who tries again until it passes plans it: `looks` in the "
        "policy.");
  }
  if (!policy.domains_alike) {
    result.notes.emplace_back(
        "Over scenarios alone, as the policy says: bounds are too short if scenarios of one domain "
        "are alike.");
  }
}

}  // namespace

Result<GateResult> decide(const GatePolicy& policy, const Results& run, const Results* baseline) {
  SharedCases shared;
  if (baseline != nullptr) shared = shared_cases(*baseline, run);
  if (baseline != nullptr && shared.places.empty()) {
    return std::unexpected(Error{.code = "nothing-shared",
                                 .message = "the run shares no case with the baseline",
                                 .hint = "make a new baseline over this corpus"});
  }
  GateResult result{.confidence = policy.confidence,
                    .looks = policy.looks,
                    .notes = notes(run, baseline, shared)};
  const Manner manner{.confidence = {.confidence = policy.confidence,
                                     .rules = policy.rules.size(),
                                     .looks = policy.looks},
                      .domains_alike = policy.domains_alike};
  for (const Rule& rule : policy.rules) {
    result.rules.push_back(
        rule.demand == Demand::no_worse_by && baseline != nullptr
            ? change_result(rule, tally_pairs(*baseline, run, shared, rule.where, Lacking::missing),
                            manner)
            : limit_result(rule, run, manner));
    result.rules.back().reason = reason(result.rules.back(), policy.confidence, run.suite());
  }
  result.decision = overall(result.rules);
  const bool as_planned = run.as_planned && (baseline == nullptr || baseline->as_planned);
  if (!as_planned && result.decision == Decision::pass) result.decision = Decision::inconclusive;
  say_how(policy, result);
  return result;
}

std::string_view name(Decision decision) {
  static constexpr std::array<std::string_view, 3> names{"PASS", "FAIL", "INCONCLUSIVE"};
  return names.at(static_cast<std::size_t>(decision));
}

std::string in_words(const Rule& rule) {
  static constexpr std::array<std::string_view, 3> words{"at most", "at least", "no worse by"};
  std::string text =
      fmt::format("{} {} {}", stats::traits(rule.metric).name,
                  words.at(static_cast<std::size_t>(rule.demand)), amount(rule.metric, rule.limit));
  for (const auto& [trait, value] : rule.where) {
    text += fmt::format("{} {} is {}", text.contains(" where ") ? " and" : " where", name(trait),
                        one_line(value, 60));
  }
  return text;
}

std::string text_gate(const GateResult& result) {
  std::string text = fmt::format("{}\n", name(result.decision));
  for (const RuleResult& one : result.rules) {
    text += fmt::format("  {:<12}  {}\n                {}\n", name(one.test.decision),
                        in_words(one.rule), one.reason);
  }
  for (const std::string& note : result.notes) text += "\n" + note + "\n";
  return text;
}

std::string markdown_gate(const GateResult& result) {
  const auto rules = [&result](Decision decision) {
    return std::ranges::count(result.rules, decision,
                              [](const RuleResult& one) { return one.test.decision; });
  };
  std::string text = fmt::format(
      "### RedCode gate: {}\n\n{} of {} rules kept, {} broken, {} cannot be told from this run.\n\n"
      "| decision | rule | why |\n|---|---|---|\n",
      name(result.decision), rules(Decision::pass), result.rules.size(), rules(Decision::fail),
      rules(Decision::inconclusive));
  for (const RuleResult& one : result.rules) {
    const std::string_view mark = one.test.decision == Decision::pass ? "" : "**";
    text += fmt::format("| {0}{1}{0} | {2} | {3} |\n", mark, name(one.test.decision),
                        UntrustedText(in_words(one.rule)).markdown(longest_line),
                        UntrustedText(one.reason).markdown(longest_line));
  }
  if (!result.notes.empty()) text += "\n";
  for (const std::string& note : result.notes)
    text += fmt::format("- {}\n", UntrustedText(note).markdown(longest_line));
  return text;
}

Json json_gate(const GateResult& result) {
  Json rules = Json::array();
  for (const RuleResult& one : result.rules) {
    Json where = Json::object();
    for (const auto& [trait, value] : one.rule.where) where[std::string(name(trait))] = value;
    const LimitTest& result = one.test;
    rules.push_back({{"metric", stats::traits(one.rule.metric).name},
                     {"demand", name(one.rule.demand)},
                     {"limit", one.rule.limit},
                     {"where", std::move(where)},
                     {"decision", name(result.decision)},
                     {"value", one.value ? Json(*one.value) : Json(nullptr)},
                     {"bounds", to_json(stats::Interval{.low = result.low, .high = result.high})},
                     {"hits", one.total.hits},
                     {"trials", one.total.trials},
                     {"missing", one.total.missing},
                     {"scenarios", one.scenarios},
                     {"more_trials", or_null(result.advice.more_trials)},
                     {"more_scenarios", or_null(result.advice.more_clusters)},
                     {"reason", one.reason}});
  }
  return {{"format", "redcode/gate/1"},      {"decision", name(result.decision)},
          {"confidence", result.confidence}, {"looks", result.looks},
          {"rules", std::move(rules)},       {"notes", result.notes}};
}

}  // namespace redcode::report
