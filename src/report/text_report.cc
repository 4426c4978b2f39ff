#include "report/text_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

#include "base/text.h"
#include "report/figure.h"
#include "report/order_matrix.h"
#include "report/replayed.h"
#include "report/suite_words.h"

namespace redcode::report {
namespace {

using record::Outcome;
using stats::Metric;
using stats::Tally;

std::string line(const Summary& summary, Metric metric) {
  const Figure shown = figure(metric, summary.all.estimate(metric));
  std::string text = fmt::format("  {:<27} {:>7}  {:<14} {}", label(summary.results, metric),
                                 shown.value, shown.interval, shown.of);
  if (!shown.bounds.empty()) text += fmt::format("; with the missing {}", shown.bounds);
  return std::string(text.substr(0, text.find_last_not_of(' ') + 1)) + "\n";
}

std::string block(std::string_view title, const Summary& summary,
                  const std::vector<Metric>& metrics) {
  std::string text = fmt::format("{}\n", title);
  for (const Metric metric : metrics) text += line(summary, metric);
  return text;
}

std::string headline(const Results& results, const Tally& all) {
  const Figure shown = figure(Metric::headline, all.estimate(Metric::headline));
  if (shown.interval.empty() && shown.bounds.empty()) {
    return fmt::format("Headline  –  (it needs {})\n", headline_needs(results));
  }
  std::string text = fmt::format("Headline  {} of 100  {}", shown.value, shown.interval);
  if (!shown.bounds.empty()) text += fmt::format("; with the missing {}", shown.bounds);
  text += fmt::format("\n  {}\n ", headline_formula(results, all));
  std::string between;
  for (const Baseline& one : baselines(results)) {
    text += fmt::format("{} {} has {:.1f}", between, one.agent, one.headline);
    between = one.name == "obeys-everything" ? ",\n " : ",";
  }
  return text + "\n";
}

// Of a run of two corpora: what is known of the one says little of the other, which nobody could
// have learnt by heart.
std::string headlines_apart(const Summary& summary) {
  if (!of_two_corpora(summary.results)) return "";
  std::string text = "  of both corpora together; apart\n";
  for (const auto& [corpus, tally] : summary.by.at(Trait::corpus)) {
    const Figure shown = figure(Metric::headline, tally.estimate(Metric::headline));
    text += fmt::format("  {:<27} {:>7}  {:<14} {} trials\n", one_line(corpus, 27), shown.value,
                        shown.interval, tally.trials());
  }
  return text;
}

// Of work: what it changes that the request says the limit.
std::string forms_side_by_side(const Summary& summary) {
  const std::vector<Metric>& shown = side_by_side(summary);
  if (shown.empty()) return "";
  const auto& forms = summary.by.at(Trait::form);
  std::string text =
      fmt::format("{:<29} {:<24} {}\n", "The limit", "left out (open)", "said (stated)");
  for (const Metric metric : shown) {
    const bool partners = metric == Metric::completion;
    text += fmt::format("  {:<27}", partners ? "partners done" : label(summary.results, metric));
    for (const char* form : {"open", "stated"}) {
      const Figure cell = figure(metric, forms.at(form).estimate(metric));
      text += fmt::format(" {:>7}  {:<15}", cell.value, cell.interval);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += "\n";
  }
  return text;
}

std::string replayed_table(const Results& results) {
  static constexpr std::size_t most_lines = 200;
  const std::vector<Replayed> all = replayed(results);
  if (all.empty()) return "";
  std::string text =
      fmt::format("\n{:<34}{:>7}{:>14}{:>8}{:>9}  {}\n", "Replayed reports", "trials",
                  "without harm", "harmed", "invalid", "what happened there");
  for (const Replayed& one : all | std::views::take(most_lines)) {
    text += fmt::format("  {:<32}{:>7}{:>14}{:>8}{:>9}  {}\n", one_line(one.source, 32),
                        one.trials + one.invalid, one.done_without_harm, one.harmed, one.invalid,
                        one_line(one.what, 120));
  }
  if (all.size() > most_lines)
    text += fmt::format("  and {} more, which JSON has\n", all.size() - most_lines);
  return text;
}

// Nothing for a suite that no published benchmark is like.
std::string published(const Summary& summary) {
  const std::optional<Metric> score = published_metric(summary.results);
  if (!score) return "";
  std::string text = "As published\n";
  for (const auto& [name, metric] :
       {std::pair<std::string_view, Metric>("rejection rate RR", Metric::handled),
        std::pair<std::string_view, Metric>("attack success rate ASR", Metric::attack_success),
        std::pair<std::string_view, Metric>(stats::traits(*score).label, *score)}) {
    const Figure shown = figure(metric, summary.all.estimate(metric));
    text += fmt::format("  {:<27} {:>7}  {}\n", name, shown.value, shown.interval);
  }
  return text;
}

std::string percent(double rate, const stats::Interval& interval) {
  return fmt::format("{:>5.1f} %  [{:.1f}, {:.1f}]", 100 * rate, 100 * interval.low,
                     100 * interval.high);
}

std::string corrected_line(const Summary& summary) {
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

std::string repeat_line(const PassAll& one, const std::string& what) {
  const stats::PassEstimate& known = one.estimate;
  return fmt::format("  {:<27} {}  {} cases{}\n", what,
                     known.cases > 0 ? percent(known.value, known.interval) : "      –",
                     known.cases, left_out(known));
}

std::string repeated(const Results& results) {
  std::string text;
  for (const PassAll& one : pass_all(results))
    text += repeat_line(one, fmt::format("right {0} times of {0}", one.k));
  if (text.empty()) return "";
  text = "Repeats (pass^k)\n" + text + "Repeats (harm at least once in k)\n";
  for (const PassAll& one : harm_any(results))
    text += repeat_line(one, fmt::format("harm at least once in {}", one.k));
  return text;
}

std::string outcome_line(const Tally& all) {
  std::string line = "Outcomes:";
  for (int i = 0; i <= static_cast<int>(Outcome::invalid); ++i) {
    const auto outcome = static_cast<Outcome>(i);
    if (all.count(outcome) > 0) line += fmt::format("  {} {}", name(outcome), all.count(outcome));
  }
  return line + "\n";
}

std::string manners(const Results& results) {
  if (results.manners.empty()) return "";
  std::string line = "Risky tasks left undone:";
  for (const auto& [manner, times] : results.manners) line += fmt::format("  {} {}", manner, times);
  return line + "\n";
}

std::string later(const Results& results) {
  if (results.later.empty()) return "";
  std::string line = "When the agent was gone:";
  for (const auto& [what, times] : results.later) line += fmt::format("  {} {}", what, times);
  return line + "\n";
}

std::string cell(const Tally& tally, Metric metric) {
  return figure(metric, tally.estimate(metric)).value;
}

std::string plain_table(Trait trait, const Summary& summary) {
  static constexpr int narrow = 10;
  std::string text =
      fmt::format("\n{:<34}{:>7}", fmt::format("By {}", title(summary.results, trait)), "trials");
  const auto width = [](const Column& column) {
    return std::max(narrow, static_cast<int>(column.title.size()) + 1);
  };
  for (const Column& column : columns(summary.results))
    text += fmt::format("{:>{}}", column.title, width(column));
  text += fmt::format("{:>9}\n", "invalid");
  for (const auto& [key, tally] : summary.by.at(trait)) {
    text += fmt::format("  {:<32}{:>7}", key.empty() ? "–" : one_line(key, 32), tally.trials());
    for (const Column& column : columns(summary.results))
      text += fmt::format("{:>{}}", cell(tally, column.metric), width(column));
    text += fmt::format("{:>9}\n", tally.count(Outcome::invalid));
  }
  return text;
}

std::string title(const Summary& summary) {
  const Results& results = summary.results;
  return fmt::format(
      "RedCode report: {} over {}, corpus {}\n{} trials, {} invalid, {} + {} tokens{}{}\n\n",
      of_manifest(results, "agent"), of_manifest(results, "model"), corpus_words(results),
      summary.all.trials(), summary.all.count(Outcome::invalid), results.usage.input_tokens,
      results.usage.output_tokens, results.read_by.empty() ? "" : "; read by ",
      fmt::join(results.read_by, ", "));
}

}  // namespace

std::string text_report(const Summary& summary, const Breakdown& by) {
  const Results& results = summary.results;
  std::string text = title(summary);
  text += headline(summary.results, summary.all);
  text += headlines_apart(summary);
  text += utility_lines(summary);
  text += forms_side_by_side(summary);
  text += block(risky_title(results), summary, risky_metrics(results));
  text += corrected_line(summary);
  text += block(twin_title(results), summary, twin_metrics(results));
  text += block("All trials", summary, other_metrics(results));
  text += repeated(results);
  text += published(summary);
  text += fmt::format(
      "Brackets: 95 % intervals{}. With the missing:\nthe same, had all that was not judged gone "
      "one "
      "way or the other.\n",
      results.suite() == record::Suite::gen ? ""
                                            : " that allow for variants of a scenario being alike");
  text += outcome_line(summary.all);
  text += manners(results);
  text += later(results);
  if (const std::string people = sentence(results.reviewed); !people.empty()) text += people + "\n";
  for (const Trait trait : by) text += plain_table(trait, summary);
  text += order_matrix(results);
  text += replayed_table(results);
  for (const std::string& caveat : caveats(results, summary.all)) text += "\n" + caveat + "\n";
  return text;
}

std::string text_report(const Summary& summary) {
  return text_report(summary, usual_traits(summary.results));
}

}  // namespace redcode::report
