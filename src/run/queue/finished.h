// Which trials of a plan are over, by the records of a run folder: a bit for each.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/result.h"
#include "record/record.h"
#include "run/plan/plan.h"

namespace redcode::queue {

struct Finished {
  std::vector<bool> over;     // by number in the plan
  std::uint64_t count = 0;    // how many are
  std::uint64_t damaged = 0;  // lines that could not be read
  std::uint64_t foreign = 0;  // records of trials outside the plan
};

// Whether a trial that ended so is not to be run again: it was judged, or tried often enough. A
// trial that money ran out for is run again; so is one that could not be judged for a reason that
// may pass, unless it was tried `attempts` times. But not if it is known to have tried: another go
// would hide that.
bool is_over(const record::RecordHead& head, std::uint32_t attempts);

// Whether trials that could not be judged, whoever's fault that was, count as over. One that is
// known to have tried does, whatever else nobody knows of it.
enum class Unjudged { are_over, are_not };

// Reads every line with its checksum, on all cores. Verdicts count as last judged where `unjudged`
// asks for it, else as stored. Errors: as record::RunReader::record_blocks, judgement-damaged; a
// run without records has none finished.
Result<Finished> finished_in(const std::filesystem::path& run, const plan::Plan& plan,
                             std::uint32_t attempts, Unjudged unjudged = Unjudged::are_over);

}  // namespace redcode::queue
