// `redcode compare`: what changed from one run to another, over the cases they share.
#include "base/failure.h"
#include "commands/commands.h"
#include "report/comparison_report.h"
#include "report_options.h"

namespace redcode::app {

int compare_runs(const CompareOptions& options, Out& out) {
  const report::Results first = require_results(options.first);
  const report::Results second = require_results(options.second);
  const Result<report::Comparison> comparison =
      report::compare(first, second, {.by = require_traits(options.by), .flips = options.flips});
  if (!comparison) throw Failure(Failure::Kind::unavailable, comparison.error().text());
  if (options.format == "json") {
    out.write(pretty_json(report::json_comparison(*comparison)) + "\n");
  } else if (options.format == "markdown") {
    out.write(report::markdown_comparison(*comparison));
  } else {
    out.write(report::text_comparison(*comparison));
  }
  return 0;
}

}  // namespace redcode::app
