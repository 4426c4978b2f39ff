#include "report/markdown_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ranges>
#include <utility>

#include "base/text.h"
#include "base/untrusted_text.h"
#include "report/figure.h"
#include "report/listing.h"
#include "report/replayed.h"
#include "report/suite_words.h"

namespace redcode::report {
namespace {

using stats::Metric;
using stats::Tally;

constexpr std::size_t most_worst = 10;
constexpr std::size_t most_replayed_lines = 200;
constexpr std::size_t longest_caveat = 400;

std::string of_run(const Results& results, std::string_view key) {
  return UntrustedText(of_manifest(results, key)).markdown();
}

// Of a run of two corpora.
std::string corpora_table(const Summary& summary) {
  if (!of_two_corpora(summary.results)) return "";
  std::string text = "\n| corpus | headline | 95 % interval | trials |\n|---|---|---|---|\n";
  for (const auto& [corpus, tally] : summary.by.at(Trait::corpus)) {
    const Figure shown = figure(Metric::headline, tally.estimate(Metric::headline));
    text += fmt::format("| {} | {} | {} | {} |\n", UntrustedText(corpus).markdown(), shown.value,
                        shown.interval, tally.trials());
  }
  return text;
}

std::string head(const Summary& summary) {
  const Results& results = summary.results;
  const Figure shown = figure(Metric::headline, summary.all.estimate(Metric::headline));
  std::string text = "### RedCode: ";
  if (results.recorded < results.planned()) text += "INCOMPLETE, ";
  text += shown.value == "–" ? fmt::format("no headline (it needs {})", headline_needs(results))
                             : fmt::format("{} of 100 {}", shown.value, shown.interval);
  if (!shown.bounds.empty()) text += fmt::format(", with the missing {}", shown.bounds);
  return text +
         fmt::format("\n\n{} over {}: {} trials, {} not judged. Corpus {}.\n",
                     of_run(results, "agent"), of_run(results, "model"), summary.all.trials(),
                     summary.all.count(record::Outcome::invalid),
                     UntrustedText(corpus_words(results)).markdown()) +
         corpora_table(summary);
}

std::string named(const Results& results, Metric metric) {
  const bool twins = metric == Metric::completion || metric == Metric::over_refusal ||
                     metric == Metric::needless_question || metric == Metric::partner_harm;
  const bool work = results.suite() == record::Suite::overreach;
  const bool orders = results.suite() == record::Suite::injection;
  const std::string_view whose = work ? "partners " : orders ? "controls " : "twins ";
  return fmt::format("{}{}", twins ? whose : "", trim(label(results, metric)));
}

// A table of figures. What the missing could change has a column only where something is missing.
std::string figures(const Summary& summary, const std::vector<Metric>& metrics) {
  const bool missing = std::ranges::any_of(metrics, [&summary](Metric metric) {
    return !figure(metric, summary.all.estimate(metric)).bounds.empty();
  });
  std::string text = missing ? "\n| figure | value | 95 % interval | of | with the missing "
                               "|\n|---|---|---|---|---|\n"
                             : "\n| figure | value | 95 % interval | of |\n|---|---|---|---|\n";
  for (const Metric metric : metrics) {
    const Figure shown = figure(metric, summary.all.estimate(metric));
    text += fmt::format("| {} | {} | {} | {} |", named(summary.results, metric), shown.value,
                        shown.interval, shown.of);
    text += missing ? fmt::format(" {} |\n", shown.bounds) : "\n";
  }
  return text;
}

// What a reviewer asks first.
std::string key_figures(const Summary& summary) {
  std::vector<Metric> metrics;
  for (const Column& column : columns(summary.results)) metrics.push_back(column.metric);
  return figures(summary, metrics);
}

std::string all_figures(const Summary& summary) {
  const Results& results = summary.results;
  std::vector<Metric> metrics{Metric::headline};
  for (const auto* some :
       {&risky_metrics(results), &twin_metrics(results), &other_metrics(results)}) {
    metrics.insert(metrics.end(), some->begin(), some->end());
  }
  if (const std::optional<Metric> score = published_metric(results)) metrics.push_back(*score);
  return figures(summary, metrics);
}

// A scenario in which harm was done, told by its worst case.
struct Harmed {
  const CaseResults* subject = nullptr;
  stats::Count count;
};

std::map<std::string, const CaseResults*> worst_cases(const Results& results) {
  std::map<std::string, const CaseResults*> worst;
  for (const CaseResults& subject : results.subjects) {
    if (subject.kind.twin) continue;
    const auto known = worst.emplace(subject.trait(Trait::scenario), &subject).first;
    if (severity_rank(subject) > severity_rank(*known->second)) known->second = &subject;
  }
  return worst;
}

std::vector<Harmed> most_harmed_first(const Summary& summary) {
  std::vector<Harmed> harmed;
  for (const auto& [scenario, subject] : worst_cases(summary.results)) {
    const auto estimate =
        summary.by.at(Trait::scenario).at(scenario).estimate(harm_metric(summary.results));
    if (estimate && estimate->total.hits > 0)
      harmed.push_back({.subject = subject, .count = estimate->total});
  }
  const auto rank = [](const Harmed& one) {
    return std::pair(one.count.hits, severity_rank(*one.subject));
  };
  std::ranges::sort(harmed, [&rank](const Harmed& one, const Harmed& other) {
    const auto names =
        one.subject->trait(Trait::scenario) <=> other.subject->trait(Trait::scenario);
    return rank(one) == rank(other) ? names < 0 : rank(one) > rank(other);
  });
  return harmed;
}

std::string worst(const Summary& summary) {
  const Results& results = summary.results;
  const std::vector<Harmed> harmed = most_harmed_first(summary);
  if (harmed.empty()) return "";
  std::string text = fmt::format(
      "\n| worst scenarios | severity | {} | of judged | not judged |\n|---|---|---|---|---|\n",
      label(results, harm_metric(results)));
  for (const Harmed& one : harmed | std::views::take(most_worst)) {
    text += fmt::format("| {} | {} | {} | {} | {} |\n",
                        UntrustedText(one.subject->trait(Trait::scenario)).markdown(),
                        UntrustedText(one.subject->trait(Trait::severity)).markdown(),
                        one.count.hits, one.count.trials, one.count.missing);
  }
  if (harmed.size() > most_worst)
    text += fmt::format("\n{} scenarios more in which it happened.\n", harmed.size() - most_worst);
  return text;
}

std::string table(Trait trait, const Summary& summary) {
  std::string text = fmt::format("\n| {} | trials |", title(summary.results, trait));
  std::string rule = "|---|---|";
  for (const Column& column : columns(summary.results)) {
    text += fmt::format(" {} |", column.title);
    rule += "---|";
  }
  text += " not judged |\n" + rule + "---|\n";
  for (const auto& [key, tally] : summary.by.at(trait)) {
    text += fmt::format("| {} | {} |", key.empty() ? "–" : UntrustedText(key).markdown(),
                        tally.trials());
    for (const Column& column : columns(summary.results)) {
      text += fmt::format(" {} |", figure(column.metric, tally.estimate(column.metric)).value);
    }
    text += fmt::format(" {} |\n", tally.count(record::Outcome::invalid));
  }
  return text;
}

// Of work: what it changes that the request says the limit.
std::string forms_side_by_side(const Summary& summary) {
  const std::vector<Metric>& shown = side_by_side(summary);
  if (shown.empty()) return "";
  const auto& forms = summary.by.at(Trait::form);
  std::string text = "\n| the limit | left out | 95 % | said | 95 % |\n|---|---|---|---|---|\n";
  for (const Metric metric : shown) {
    const Figure open = figure(metric, forms.at("open").estimate(metric));
    const Figure stated = figure(metric, forms.at("stated").estimate(metric));
    text += fmt::format("| {} | {} | {} | {} | {} |\n", named(summary.results, metric), open.value,
                        open.interval, stated.value, stated.interval);
  }
  return text;
}

std::string replayed_table(const Results& results) {
  const std::vector<Replayed> all = replayed(results);
  if (all.empty()) return "";
  std::string text =
      "\n| replayed report | trials | without harm | harmed | not judged | what happened there "
      "|\n|---|---|---|---|---|---|\n";
  for (const Replayed& one : all | std::views::take(most_replayed_lines)) {
    text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", UntrustedText(one.source).markdown(),
                        one.trials + one.invalid, one.done_without_harm, one.harmed, one.invalid,
                        UntrustedText(one.what).markdown());
  }
  if (all.size() > most_replayed_lines)
    text += fmt::format("\n{} more are in the JSON report.\n", all.size() - most_replayed_lines);
  return text;
}

}  // namespace

std::string markdown_report(const Summary& summary, const Breakdown& by) {
  std::string text =
      head(summary) + key_figures(summary) + forms_side_by_side(summary) + worst(summary);
  const std::vector<std::string> said = caveats(summary.results, summary.all);
  if (!said.empty()) text += "\n";
  for (const std::string& caveat : said)
    text += fmt::format("- {}\n", UntrustedText(caveat).markdown(longest_caveat));
  if (const std::string people = sentence(summary.results.reviewed); !people.empty())
    text += fmt::format("\n{}\n", people);
  text += "\n<details><summary>All figures</summary>\n" + all_figures(summary);
  for (const Trait trait : by) text += table(trait, summary);
  text += replayed_table(summary.results);
  return text + "\n</details>\n";
}

}  // namespace redcode::report
