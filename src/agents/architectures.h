// The architectures by their names.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "agents/loop.h"

namespace redcode::agents {

const std::vector<std::string>& architecture_names();
// nullptr if none is called that. `prompt` is its system prompt, word for word.
std::unique_ptr<Architecture> architecture_named(std::string_view name, std::string prompt);

}  // namespace redcode::agents
