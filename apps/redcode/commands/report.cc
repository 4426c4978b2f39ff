// `redcode report`: what a run adds up to, for people and for the programs of a CI.
#include "base/failure.h"
#include "base/files.h"
#include "base/program_version.h"
#include "commands/commands.h"
#include "report/badge_report.h"
#include "report/json_report.h"
#include "report/junit_report.h"
#include "report/markdown_report.h"
#include "report/sarif_report.h"
#include "report/text_report.h"
#include "report_options.h"
#include "view/static_page.h"

namespace redcode::app {
namespace {

// Figures, broken down as asked for.
std::string broken_down(const report::Summary& summary, const ReportOptions& options) {
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

// A report, and whether anything in the run could be judged.
struct Told {
  std::string text;
  bool judged = false;
};

bool judged(const stats::Tally& all) { return all.trials() > all.count(record::Outcome::invalid); }

Told of_trials(const ReportOptions& options) {
  const Result<report::Listing> listing = report::read_listing(options.run);
  if (!listing) throw Failure(Failure::Kind::unavailable, listing.error().text());
  return {.text = options.format == "junit" ? report::junit_report(*listing)
                                            : dump_json(report::sarif_report(*listing)) + "\n",
          .judged = judged(report::tally(listing->results))};
}

Told of_figures(const ReportOptions& options) {
  report::Summary summary = report::summarise(require_results(options.run));
  summary.reader = reader_accuracy(summary.results.read_by);
  Told told{.judged = judged(summary.all)};
  if (options.format == "badge") {
    told.text = report::svg_badge(summary);
  } else if (options.format == "shields") {
    told.text = pretty_json(report::shields_badge(summary)) + "\n";
  } else {
    told.text = broken_down(summary, options);
  }
  return told;
}

Told of_page(const ReportOptions& options) {
  view::ReportFile wanted{.run = options.run,
                          .version = std::string(program_version()),
                          .accuracy_of = reader_accuracy};
  if (!options.baseline.empty()) wanted.baseline = options.baseline;
  const Result<Json> data = view::report_data(wanted);
  if (!data) throw Failure(Failure::Kind::unavailable, data.error().text());
  const Json& trials = data->at("/api/run/0/overview").at("report").at("trials");
  return {.text = view::html_file(*data), .judged = trials.at("planned") > trials.at("invalid")};
}

}  // namespace

int report_run(const ReportOptions& options, Out& out) {
  const std::set<std::string> with_by{"text", "markdown", "json"};
  if (!options.by.empty() && !with_by.contains(options.format)) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("--by says nothing to --format {}; leave it out", options.format));
  }
  const bool trial_by_trial = options.format == "junit" || options.format == "sarif";
  if (!options.baseline.empty() && options.format != "html") {
    throw Failure(Failure::Kind::unavailable,
                  "--baseline is for --format html; `redcode compare` compares in other formats");
  }
  const Told told = options.format == "html" ? of_page(options)
                    : trial_by_trial         ? of_trials(options)
                                             : of_figures(options);
  if (options.out.empty()) {
    out.write(told.text);
  } else {
    write_whole(options.out, told.text);
    out.line("wrote {}", options.out);
  }
  // Figures of a run in which nothing could be judged are no news at all.
  return told.judged ? 0 : 1;
}

}  // namespace redcode::app
