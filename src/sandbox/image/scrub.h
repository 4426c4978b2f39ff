// What installing packages leaves in a root file system that depends on when, where and from which
// mirror it was done: it is left out of an image, or made the same for all.
//
// Paths are without a leading slash.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace redcode::image {

// Whether a file, link or directory has no place in an image: logs, caches, backups, devices.
bool is_left_out(std::string_view path);

// Whether plain() changes this file.
bool is_made_plain(std::string_view path);
// What such a file contains in an image whose newest package is of that day.
std::string plain(std::string_view path, std::string_view content, std::chrono::sys_days day);

}  // namespace redcode::image
