// What stands between $' and ': escapes decoded.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace redcode::shell {

// Nothing if it holds an escape that bash does not know, or takes otherwise by version or language.
std::optional<std::string> ansi_text(std::string_view inside);

}  // namespace redcode::shell
