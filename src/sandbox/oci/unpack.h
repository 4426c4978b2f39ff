// Unpacking a root file system's tar, which may come from anywhere: nothing is written outside the
// folder, whatever the tar says.
#pragma once

#include <filesystem>

namespace redcode::oci {

// Unpacks `tar` into the empty directory `folder`: numeric owners, modes, times, links. Device
// nodes and extended attributes (file capabilities among them) are left out: a sandbox gets its
// devices from its runtime and no capability from anybody. Throws Failure.
void unpack_root(const std::filesystem::path& tar, const std::filesystem::path& folder);

}  // namespace redcode::oci
