// Reading tars that may come from anywhere, with libarchive.
#pragma once

#include <archive.h>
#include <archive_entry.h>

#include <filesystem>

#include "sandbox/libarchive.h"
#include "sandbox/utf8_locale.h"

namespace redcode::image {

using sandbox::Archive;
using sandbox::plain_path;

// Throws Failure{corrupt} with libarchive's own words.
[[noreturn]] void fail_reading(archive* from);

// Opens a tar, plain or zstd-compressed. Throws Failure{unavailable}.
Archive open_tar(const std::filesystem::path& file);

}  // namespace redcode::image
