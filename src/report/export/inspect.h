// A run as an Inspect eval log (version 2, JSON), so that `inspect view` shows its trials.
//
// A case is a sample and a repeat an epoch. Samples are written one at a time; Inspect reads the
// whole file, so docs/export.md says how large it may be.
#pragma once

#include "report/export/destination.h"
#include "report/export/job.h"

namespace redcode::exports {

// Requires: one run.
void write_inspect(const Job& job, NewFile& file, ExportTally& account);

}  // namespace redcode::exports
