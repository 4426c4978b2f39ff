// Whose run folder it is: this user's, made on this machine, or anybody's.
//
//   <run>/command.mac   HMAC-SHA256 over the folder's path and the manifest's `command`
//   $XDG_STATE_HOME/redcode/run-key   the key, of this user alone (default: ~/.local/state/…)
//
// Nobody else can make one that is right, and one that is right elsewhere is not right here. A
// folder without it is not worse, only somebody else's: what its manifest asks for is not done
// unasked.
#pragma once

#include <filesystem>

#include "base/json.h"

namespace redcode::setup {

// Marks the folder as one whose `command` this user gave. Where there is no place for a key, it is
// left unmarked.
void mark_own(const std::filesystem::path& run, const Json& command);

// Whether this user gave `command`, for this very folder, on this machine.
bool is_own(const std::filesystem::path& run, const Json& command);

}  // namespace redcode::setup
