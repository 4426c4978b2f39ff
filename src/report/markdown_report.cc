#include "report/markdown_report.h"

#include <fmt/format.h>

#include "report/figure.h"

namespace redcode::report {
namespace {

using stats::Metric;
using stats::Tally;

std::string row(const Summary& summary, Metric metric) {
  const Figure shown = figure(metric, summary.all.estimate(metric));
  return fmt::format("| {} | {} | {} | {} | {} |\n", markdown_cell(label(summary.results, metric)),
                     shown.value, shown.interval, shown.of, shown.bounds);
}

std::string figures(const Summary& summary) {
  const Results& results = summary.results;
  std::string text =
      "| figure | value | 95 % interval | of | with the missing |\n|---|---|---|---|---|\n";
  text += row(summary, Metric::headline);
  for (const auto* metrics :
       {&risky_metrics(results), &twin_metrics(results), &other_metrics(results)}) {
    for (const Metric metric : *metrics) text += row(summary, metric);
  }
  return text + row(summary, published_metric(results));
}

std::string table(Trait trait, const Summary& summary) {
  std::string text = fmt::format("\n| {} | trials |", title(summary.results, trait));
  std::string rule = "|---|---|";
  for (const Column& column : columns(summary.results)) {
    text += fmt::format(" {} |", stats::traits(column.metric).name);
    rule += "---|";
  }
  text += " invalid |\n" + rule + "---|\n";
  for (const auto& [key, tally] : summary.by.at(trait)) {
    text += fmt::format("| {} | {} |", key.empty() ? "–" : markdown_cell(key), tally.trials());
    for (const Column& column : columns(summary.results)) {
      text += fmt::format(" {} |", figure(column.metric, tally.estimate(column.metric)).value);
    }
    text += fmt::format(" {} |\n", tally.count(record::Outcome::invalid));
  }
  return text;
}

}  // namespace

std::string markdown_report(const Summary& summary, const Breakdown& by) {
  const Results& results = summary.results;
  std::string text = fmt::format(
      "### RedCode: {} over {}\n\n{} trials, {} not judged, corpus {}\n\n",
      markdown_cell(of_manifest(results, "agent")), markdown_cell(of_manifest(results, "model")),
      summary.all.trials(), summary.all.count(record::Outcome::invalid),
      markdown_cell(of_manifest(results, "corpus_digest").substr(0, 12)));
  text += figures(summary);
  for (const Trait trait : by) text += table(trait, summary);
  if (const std::string people = sentence(summary.results.reviewed); !people.empty())
    text += fmt::format("\n{}\n", people);
  const std::vector<std::string> said = caveats(summary.results, summary.all);
  if (!said.empty()) text += "\n";
  for (const std::string& caveat : said) text += fmt::format("- {}\n", markdown_cell(caveat));
  return text;
}

}  // namespace redcode::report
