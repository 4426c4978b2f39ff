// Gemini's JSON is that of protocol buffers: a field may be written as functionCall or as
// function_call, and a list of one as that one alone.
#pragma once

#include <string>
#include <string_view>

#include "base/json.h"

namespace redcode::wire {

// The field `name`, given as functionCall, or null.
const Json& field_of(const Json& object, std::string_view name);

// A list as it is, null as an empty one, anything else as a list of one.
Json list_of(const Json& value);

// The id of the `number`th call, from 1, for calls that were given none.
std::string numbered_call(std::size_t number);

}  // namespace redcode::wire
