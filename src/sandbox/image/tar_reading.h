// Reading tars that may come from anywhere, with libarchive.
#pragma once

#include <archive.h>
#include <archive_entry.h>

#include <filesystem>
#include <memory>
#include <string>

#include "sandbox/utf8_locale.h"

namespace redcode::image {

using Archive = std::unique_ptr<archive, int (*)(archive*)>;

// Throws Failure{corrupt} with libarchive's own words.
[[noreturn]] void fail_reading(archive* from);

// Opens a tar, plain or zstd-compressed. Throws Failure{unavailable}.
Archive open_tar(const std::filesystem::path& file);

// An entry's path (or link target) without "./" and slashes at its ends; "" for the root itself.
// Throws Failure{corrupt} for one that leads out.
std::string plain_path(const char* name);

}  // namespace redcode::image
