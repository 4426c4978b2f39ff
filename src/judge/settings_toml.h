// TOML as settings.
//
// A reader of our own: the library in Debian 12 ends the program on texts that hostile hands write.
#pragma once

#include <optional>
#include <string_view>

#include "judge/settings.h"

namespace redcode::judge {

// Numbers, dates and truth values stay text. Of a key that is there twice the last counts. Nothing
// if it is no TOML.
std::optional<Value> read_toml(std::string_view text);

}  // namespace redcode::judge
