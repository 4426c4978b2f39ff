// Preference pairs, one JSON object a line: {"prompt", "chosen", "rejected", ...}, each a list of
// messages, as trainers read them.
//
// Both answers are to the same prompt, word for word, of the same case; the chosen one passed and
// the rejected one did not. A conversation is in one pair at most.
#pragma once

#include "report/export/destination.h"
#include "report/export/job.h"

namespace redcode::exports {

// So many trials of a case wait for a partner; more find none.
inline constexpr std::size_t most_waiting = 16;

void write_pairs(const Job& job, NewFile& file, ExportTally& account);

}  // namespace redcode::exports
