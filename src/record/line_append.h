// Appending lines to a file of a run, so that a crash or a full disk costs one line at most.
#pragma once

#include <filesystem>
#include <string>

#include "base/fd.h"

namespace redcode::record {

// All throw Failure{unwritable} when the disk will not take it.

// Only a file that is one: a link would have lines appended to any file of the user's.
Fd open_to_append(const std::filesystem::path& path);

// A line cut short by a crash must not swallow the next one: ends it here, and the reader skips it.
void end_torn_line(const Fd& file, const std::filesystem::path& path);

// One write() per line on an O_APPEND descriptor; what the disk takes half is cut off again, so the
// file never keeps half a line unless the machine dies in between. Requires: nobody else appends
// meanwhile.
void append_line(const Fd& file, std::string line, const std::filesystem::path& path);

}  // namespace redcode::record
