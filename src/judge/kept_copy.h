// A copy kept: what was done away with is still there, whole, in a new file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "record/record.h"

namespace redcode::judge {

struct KeptCopy {
  std::string path;                      // of the first that a copy was kept of; "": there is none
  std::vector<std::uint64_t> because{};  // what shows it
  record::Evidence without{};            // as it would be had no copy been made
};

KeptCopy kept_copy(const record::Evidence& evidence);

}  // namespace redcode::judge
