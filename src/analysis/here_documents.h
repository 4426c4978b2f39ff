// Here-documents: programs inside a shell script, fed to an interpreter or written to a file.
#pragma once

#include <vector>

#include "analysis/source.h"

namespace redcode::analysis {

// Each here-document of `script` that is code, and each program given to an interpreter as an
// argument (`python3 -c '…'`). With the name of the file it is written to, "" if there is none. At
// most 64; those inside another are found too.
std::vector<Source> programs_within(const Source& script);

}  // namespace redcode::analysis
