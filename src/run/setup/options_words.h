// The options of `redcode run` as words of a command line, and which of them no file may decide.
//
// What somebody else wrote, a run folder's manifest, may say what is asked of a known agent on a
// known model. It may not say what is sent where, started, read or written here: that is the user's
// to say.
#pragma once

#include <string>
#include <vector>

#include "run/setup/options.h"

namespace redcode::setup {

struct RunWord {
  std::string flag;        // "--base-url"
  std::string value;       // "" of a switch
  bool users_own = false;  // sends, starts, reads or writes: only the user may say it
  bool is_switch = false;
};

// Those that are not as they are without the option, in the command line's order. Without what
// belongs to one process: --out, --fleet, --log, …
std::vector<RunWord> run_words(const RunOptions& options);

// A word for a POSIX shell with $'…', harmless to look at: what is not printable ASCII is escaped.
// A value that is longer than any sensible one is cut, with "…" behind it.
std::string shell_word(std::string_view text);

// "--base-url http://host/v1", quoted.
std::string shell_text(const RunWord& word);

}  // namespace redcode::setup
