// What a model is told about a command it ran: how it ended and what it printed, bounded.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "sandbox/sandbox.h"

namespace redcode::agents {

// `text` with its middle left out, so that what is kept is at most `limit` bytes; a line in
// between says how much is missing. Cuts between characters; `text` must be valid UTF-8.
std::string cut_middle(std::string_view text, std::size_t limit);

// The ending in plain words, valid UTF-8: an exit status line, then standard output and standard
// error, these two together cut to `limit` bytes.
std::string report(const sandbox::Ending& ending, std::size_t limit);

}  // namespace redcode::agents
