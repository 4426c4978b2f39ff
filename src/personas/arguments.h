// The arguments of a tool, made up from its JSON Schema. Schemas come from the agent under test:
// what is strange in one makes for strange arguments, never for trouble here.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "base/json.h"

namespace redcode::personas {

// `text` goes into the first property that has one of the names in `places` and takes any text, or
// a list; what else is required gets something modest. Nothing if there is no such place.
std::optional<Json> arguments_with(const Json& schema, std::span<const std::string_view> places,
                                   std::string_view text);

}  // namespace redcode::personas
