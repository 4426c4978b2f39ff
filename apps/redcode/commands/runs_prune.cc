// `redcode runs prune`: removes what nothing in a run refers to.
#include "commands/runs.h"
#include "record/prune.h"
#include "record/run_lock.h"
#include "report/run_state.h"

namespace redcode::app {
namespace {

void tell_loss(bool dry_run, Out& out) {
  out.line(
      "Records, figures and reports stay. But without transcripts `redcode judge` {0} only weigh "
      "evidence (--findings), `redcode review` {1} nothing to show, and `redcode runs verify` {2} "
      "blobs missing.",
      dry_run ? "could" : "can", dry_run ? "would have" : "has", dry_run ? "would find" : "finds");
}

}  // namespace

int runs_prune(const RunsOptions& options, Out& out) {
  const record::RunLock lock(options.run);
  const report::RunState state = report::require_state(options.run);
  const record::Removable found = record::removable_in(options.run);
  const std::string_view verb = options.dry_run ? "Would remove" : "Removed";
  const auto remove = options.dry_run ? record::sizes_of : record::remove_all;
  if (state.survey.over < state.survey.planned) {
    out.line(
        "The run is not over: {} files that no record refers to stay, since a worker may have "
        "stored them ahead of its record.",
        found.unnamed.size() + found.half_written.size());
  } else {
    const record::Removal blob = remove(found.unnamed);
    const record::Removal half = remove(found.half_written);
    out.line("{} {} blobs that no record refers to ({}) and {} half-written files ({}).", verb,
             blob.files, report::size_text(blob.bytes), half.files, report::size_text(half.bytes));
  }
  if (options.transcripts) {
    const record::Removal removed = remove(found.transcripts);
    out.line("{} {} transcripts ({}).", verb, removed.files, report::size_text(removed.bytes));
    tell_loss(options.dry_run, out);
  }
  return 0;
}

}  // namespace redcode::app
