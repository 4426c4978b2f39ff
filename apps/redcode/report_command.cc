#include "base/failure.h"
#include "commands.h"
#include "report/text_report.h"

namespace redcode::app {

int report_run(const ReportOptions& options, Out& out) {
  const Result<report::Summary> summary = report::summarise(options.run);
  if (!summary) throw Failure(Failure::Kind::unavailable, summary.error().text());
  out.write(report::text_report(*summary));
  // Figures of a run in which nothing could be judged are no news at all.
  return summary->all.trials() > summary->all.count(record::Outcome::invalid) ? 0 : 1;
}

}  // namespace redcode::app
