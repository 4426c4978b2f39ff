// A root file system's tar as a function of what was installed: the same packages give the same
// bytes, whenever and wherever they were installed.
//
// Entries are in order and owned by numbers; what depends on time, host or mirror is gone
// (scrub.h); nothing is newer than the newest file that came in a package. Devices and extended
// attributes are left out: a sandbox gets its devices from its runtime and no capability from
// anybody.
#pragma once

#include <chrono>
#include <filesystem>

#include "sandbox/image/packages.h"

namespace redcode::image {

struct Contents {
  std::chrono::sys_seconds newest;  // of what came in packages; 1970 without any
  Packages packages;                // with the digests of the mirror's indexes, if `raw` has those
};

// Writes `raw` (a plain tar) anew as `normal`. Needs room for a copy of it in `scratch`, an empty
// folder. Blocking. Throws Failure.
Contents write_normal_tar(const std::filesystem::path& raw, const std::filesystem::path& normal,
                          const std::filesystem::path& scratch);

}  // namespace redcode::image
