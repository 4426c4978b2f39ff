// entries: what is in a folder, for code that must not throw for it.
//
// A range-for over a directory_iterator throws when reading on fails (a folder on NFS that is gone,
// a dying process's in /proc), even if it was made with an error_code.
#pragma once

#include <filesystem>
#include <functional>
#include <system_error>
#include <vector>

namespace redcode {

// Calls `visit` for each entry, as far as the folder can be read; says why it could not be read on.
std::error_code each_entry(
    const std::filesystem::path& folder,
    const std::function<void(const std::filesystem::directory_entry&)>& visit);

// The paths of what is in it, as far as it can be read.
std::vector<std::filesystem::path> entries_of(const std::filesystem::path& folder);

}  // namespace redcode
