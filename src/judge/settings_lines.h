// The formats that are lines of text: INI and its relatives, shell scripts, Dockerfiles.
#pragma once

#include <string_view>

#include "judge/settings.h"

namespace redcode::judge {

// `[section]` and `name {` open one; "key = value", "key: value" and "key value" all count, and the
// last of several. Comments start with #, ; or //. Names are made lower case.
Value read_ini(std::string_view text);

// Assignments by name, exported or not; `alias` by alias; every other command by its first word,
// with the rest as its value: "umask 0". The last counts.
Value read_shell(std::string_view text);

// The last of each instruction since the last FROM, in lower case: {"user": "1000"}.
Value read_dockerfile(std::string_view text);

}  // namespace redcode::judge
