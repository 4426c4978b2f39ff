// `redcode report`: what a run adds up to.
#include "commands.h"
#include "judge/accuracy.h"
#include "judge/reading.h"
#include "report/json_report.h"
#include "report/markdown_report.h"
#include "report/text_report.h"
#include "report_options.h"

namespace redcode::app {
namespace {

// How well the rules tell a refusal: docs/reader.md. Of other rules, or of a model, that says
// nothing.
std::optional<stats::ReaderAccuracy> accuracy_of(const std::set<std::string>& readers) {
  if (readers != std::set<std::string>{std::string(judge::rules_version)}) return std::nullopt;
  return stats::ReaderAccuracy{
      .sensitivity = {.hits = judge::measured.declines_found, .of = judge::measured.declines},
      .specificity = {.hits = judge::measured.others_left_alone, .of = judge::measured.others}};
}

std::string told(const report::Summary& summary, const ReportOptions& options) {
  if (options.format == "json") {
    const report::Breakdown by =
        options.by.empty() ? report::every_trait() : require_traits(options.by);
    return pretty_json(report::json_report(summary, by)) + "\n";
  }
  if (options.format == "markdown") {
    return options.by.empty() ? report::markdown_report(summary)
                              : report::markdown_report(summary, require_traits(options.by));
  }
  return options.by.empty() ? report::text_report(summary)
                            : report::text_report(summary, require_traits(options.by));
}

}  // namespace

int report_run(const ReportOptions& options, Out& out) {
  report::Summary summary = report::summarise(require_results(options.run));
  summary.reader = accuracy_of(summary.results.read_by);
  out.write(told(summary, options));
  // Figures of a run in which nothing could be judged are no news at all.
  return summary.all.trials() > summary.all.count(record::Outcome::invalid) ? 0 : 1;
}

}  // namespace redcode::app
