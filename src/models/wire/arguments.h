// Arguments of calls, for the formats in which they must be a JSON object. A model may have given
// anything.
#pragma once

#include <string>
#include <string_view>

#include "base/json.h"

namespace redcode::wire {

// The object that `arguments` is; {} if it is empty, {"_raw": arguments} if it is anything else.
Json arguments_object(std::string_view arguments);
// The same as text: `arguments` itself wherever it is an object.
std::string arguments_text(std::string_view arguments);
// A call's arguments from the value that an object was expected to be: null is {}.
std::string arguments_from(const Json& value);

}  // namespace redcode::wire
