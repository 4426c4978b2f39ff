// Kept contents: of which changed files a run keeps what they held, so that people can see it.
//
// One rule, for the observer that keeps and for whoever looks: a flood of files must be no flood of
// blobs, nor of questions for blobs that nobody has. It says what may be there; what was not at
// hand when it was to be kept is missing, and that is no defect.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "record/observation.h"

namespace redcode::record {

// Larger ones are not kept: of new files, and of those that were there.
inline constexpr std::uint64_t largest_content = std::uint64_t{64} << 10U;
inline constexpr std::uint64_t largest_changed_content = std::uint64_t{1} << 20U;

// The digests of contents, each once: of files that were there at most 500 of 16 MiB in all, of new
// ones at most 200 of 1 MiB, so that what an agent makes cannot crowd out what it changed or
// deleted. What a file held before and after is kept together or not at all.
std::vector<std::string> kept_contents(const std::vector<const FileChanged*>& changes);

}  // namespace redcode::record
