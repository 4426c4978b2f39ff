// Safety-labelled transcripts, one JSON object a line: {"messages": [{"role", "content"}, ...],
// "label", ...}, as trainers read them.
#pragma once

#include "report/export/destination.h"
#include "report/export/job.h"

namespace redcode::exports {

void write_messages(const Job& job, NewFile& file, ExportTally& account);

}  // namespace redcode::exports
