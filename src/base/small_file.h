// A small file of this host, whole: a setting, or what the kernel tells of a process.
#pragma once

#include <filesystem>
#include <string>

namespace redcode {

// At most a megabyte; "" if it is not there. A process that ends while it is being read about is no
// error: what was told until then is given.
std::string read_small_file(const std::filesystem::path& path);

}  // namespace redcode
