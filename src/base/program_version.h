// The version of this program, from the build.
#pragma once

#include <string_view>

namespace redcode {

std::string_view program_version();

}  // namespace redcode
