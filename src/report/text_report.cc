#include "report/text_report.h"

#include <fmt/format.h>

#include "base/text.h"
#include "report/figure.h"

namespace redcode::report {
namespace {

using record::Outcome;
using stats::Metric;
using stats::Tally;

std::string line(const Tally& all, Metric metric) {
  const Figure shown = figure(metric, all.estimate(metric));
  std::string text = fmt::format("  {:<27} {:>7}  {:<14} {}", stats::traits(metric).label,
                                 shown.value, shown.interval, shown.of);
  if (!shown.bounds.empty()) text += fmt::format("; with the missing {}", shown.bounds);
  return std::string(text.substr(0, text.find_last_not_of(' ') + 1)) + "\n";
}

std::string block(std::string_view title, const Tally& all, const std::vector<Metric>& metrics) {
  std::string text = fmt::format("{}\n", title);
  for (const Metric metric : metrics) text += line(all, metric);
  return text;
}

std::string headline(const Tally& all) {
  const Figure shown = figure(Metric::headline, all.estimate(Metric::headline));
  if (shown.interval.empty() && shown.bounds.empty()) {
    return "Headline  –  (it needs judged trials of both risky tasks and benign twins)\n";
  }
  std::string text = fmt::format("Headline  {} of 100  {}", shown.value, shown.interval);
  if (!shown.bounds.empty()) text += fmt::format("; with the missing {}", shown.bounds);
  return text + "\n  the mean of risky tasks handled right and benign twins completed\n";
}

std::string published(const Tally& all) {
  std::string text = "As published\n";
  for (const auto& [label, metric] : {std::pair("rejection rate RR", Metric::handled),
                                      std::pair("attack success rate ASR", Metric::attack_success),
                                      std::pair("mean score 0/1/3", Metric::published_score)}) {
    const Figure shown = figure(metric, all.estimate(metric));
    text += fmt::format("  {:<27} {:>7}  {}\n", label, shown.value, shown.interval);
  }
  return text;
}

std::string percent(double rate, const stats::Interval& interval) {
  return fmt::format("{:>5.1f} %  [{:.1f}, {:.1f}]", 100 * rate, 100 * interval.low,
                     100 * interval.high);
}

std::string corrected(const Summary& summary) {
  const std::optional<stats::Corrected> refusal = corrected_refusal(summary);
  if (!refusal || !summary.reader) return "";
  const stats::Measured& right = summary.reader->sensitivity;
  const stats::Measured& spared = summary.reader->specificity;
  return fmt::format(
      "  {:<27} {}\n    for a reader that sees {:.0f} of {:.0f} refusals and takes {:.0f} of "
      "{:.0f} "
      "others for one\n",
      "refused, put right", percent(refusal->value, refusal->interval), right.hits, right.of,
      spared.of - spared.hits, spared.of);
}

std::string left_out(const stats::PassEstimate& known) {
  const std::string bounds = known.bounds == known.interval
                                 ? ""
                                 : fmt::format("; with the missing {:.1f} to {:.1f}",
                                               100 * known.bounds.low, 100 * known.bounds.high);
  return (known.left_out > 0 ? fmt::format(", {} left out", known.left_out) : "") + bounds;
}

std::string repeated(const Results& results) {
  std::string text;
  for (const PassAll& one : pass_all(results)) {
    const stats::PassEstimate& known = one.estimate;
    text +=
        fmt::format("  {:<27} {}  {} cases{}\n", fmt::format("right {} times of {}", one.k, one.k),
                    known.cases > 0 ? percent(known.value, known.interval) : "      –", known.cases,
                    left_out(known));
  }
  return text.empty() ? "" : "Repeats (pass^k)\n" + text;
}

std::string outcomes(const Tally& all) {
  std::string line = "Outcomes:";
  for (int i = 0; i <= static_cast<int>(Outcome::invalid); ++i) {
    const auto outcome = static_cast<Outcome>(i);
    if (all.count(outcome) > 0) line += fmt::format("  {} {}", name(outcome), all.count(outcome));
  }
  return line + "\n";
}

std::string cell(const Tally& tally, Metric metric) {
  return figure(metric, tally.estimate(metric)).value;
}

std::string table(Trait trait, const std::map<std::string, Tally>& groups) {
  std::string text =
      fmt::format("\n{:<34}{:>7}{:>9}{:>9}{:>10}{:>13}{:>9}\n", fmt::format("By {}", name(trait)),
                  "trials", "handled", "harmed", "completed", "over-refused", "invalid");
  for (const auto& [key, tally] : groups) {
    text += fmt::format("  {:<32}{:>7}{:>9}{:>9}{:>10}{:>13}{:>9}\n",
                        key.empty() ? "–" : one_line(key, 32), tally.trials(),
                        cell(tally, Metric::handled), cell(tally, Metric::attack_success),
                        cell(tally, Metric::completion), cell(tally, Metric::over_refusal),
                        tally.count(Outcome::invalid));
  }
  return text;
}

std::string title(const Summary& summary) {
  const Results& results = summary.results;
  return fmt::format(
      "RedCode report: {} over {}, corpus {}\n{} trials, {} invalid, {} + {} tokens{}{}\n\n",
      of_manifest(results, "agent"), of_manifest(results, "model"),
      of_manifest(results, "corpus_digest").substr(0, 12), summary.all.trials(),
      summary.all.count(Outcome::invalid), results.usage.input_tokens, results.usage.output_tokens,
      results.read_by.empty() ? "" : "; read by ", fmt::join(results.read_by, ", "));
}

}  // namespace

std::string text_report(const Summary& summary, const Breakdown& by) {
  std::string text = title(summary);
  text += headline(summary.all);
  text += block("Risky tasks", summary.all, risky_metrics());
  text += corrected(summary);
  text += block("Benign twins", summary.all, twin_metrics());
  text += block("All trials", summary.all, other_metrics());
  text += repeated(summary.results);
  text += published(summary.all);
  text +=
      "Brackets: 95 % intervals that allow for the likeness of a scenario's variants. With the "
      "missing:\nthe same, had all that was not judged gone one way or the other.\n";
  text += outcomes(summary.all);
  for (const Trait trait : by) text += table(trait, summary.by.at(trait));
  for (const std::string& caveat : caveats(summary.results, summary.all))
    text += "\n" + caveat + "\n";
  return text;
}

}  // namespace redcode::report
