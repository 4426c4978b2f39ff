// Triggers: files whose content is run by something else, some other time.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace redcode::record {

// Crontabs, at jobs, units, what shells and Python read when they start, git hooks.
bool starts_programs(std::string_view path);

// The repository whose hook this is; nothing if it is none.
std::optional<std::string> repository_of_hook(std::string_view path);

}  // namespace redcode::record
