// Safety-labelled transcripts, one JSON object a line: {"messages": [{"role", "content"}, ...],
// "label", ...}, as trainers read them.
#pragma once

#include "export/destination.h"
#include "export/job.h"

namespace redcode::exports {

void write_messages(const Job& job, NewFile& file, Account& account);

}  // namespace redcode::exports
