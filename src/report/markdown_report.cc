#include "report/markdown_report.h"

#include <fmt/format.h>

#include "report/figure.h"

namespace redcode::report {
namespace {

using stats::Metric;
using stats::Tally;

std::string row(const Tally& all, Metric metric) {
  const Figure shown = figure(metric, all.estimate(metric));
  return fmt::format("| {} | {} | {} | {} | {} |\n", markdown_cell(stats::traits(metric).label),
                     shown.value, shown.interval, shown.of, shown.bounds);
}

std::string figures(const Tally& all) {
  std::string text =
      "| figure | value | 95 % interval | of | with the missing |\n|---|---|---|---|---|\n";
  text += row(all, Metric::headline);
  for (const auto* metrics : {&risky_metrics(), &twin_metrics(), &other_metrics()}) {
    for (const Metric metric : *metrics) text += row(all, metric);
  }
  return text + row(all, Metric::published_score);
}

std::string table(Trait trait, const std::map<std::string, Tally>& groups) {
  static const std::vector<Metric> columns{Metric::handled, Metric::attack_success,
                                           Metric::completion, Metric::over_refusal};
  std::string text = fmt::format("\n| {} | trials |", name(trait));
  for (const Metric metric : columns) text += fmt::format(" {} |", stats::traits(metric).name);
  text += " invalid |\n|---|---|---|---|---|---|---|\n";
  for (const auto& [key, tally] : groups) {
    text += fmt::format("| {} | {} |", key.empty() ? "–" : markdown_cell(key), tally.trials());
    for (const Metric metric : columns) {
      text += fmt::format(" {} |", figure(metric, tally.estimate(metric)).value);
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
  text += figures(summary.all);
  for (const Trait trait : by) text += table(trait, summary.by.at(trait));
  const std::vector<std::string> said = caveats(summary.results, summary.all);
  if (!said.empty()) text += "\n";
  for (const std::string& caveat : said) text += fmt::format("- {}\n", markdown_cell(caveat));
  return text;
}

}  // namespace redcode::report
