// schema: schema.sql and admin.sql, which are part of the program.
#pragma once

#include <string_view>

namespace redcode::fleet {

// Both, to be executed as one script.
std::string_view schema();

}  // namespace redcode::fleet
