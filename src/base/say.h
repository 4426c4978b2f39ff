// Say: how a library tells a person something while it works. One line, safe to print, without its
// end; the program decides where it goes.
#pragma once

#include <functional>
#include <string_view>

namespace redcode {

using Say = std::function<void(std::string_view line)>;

}  // namespace redcode
