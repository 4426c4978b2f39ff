#pragma once

#include <string_view>

namespace redcode::app {

inline constexpr std::string_view version = REDCODE_VERSION;  // from the build

}  // namespace redcode::app
