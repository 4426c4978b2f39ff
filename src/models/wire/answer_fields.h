// The fields of an answer, read strictly: null or nothing is an empty one, but a field that is
// there and of another type throws Failure{corrupt}. Half a reply must not pass for a whole one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/json.h"

namespace redcode::wire {

// Throws Failure{corrupt}.
[[noreturn]] void off_format(std::string_view what);

// The provider said nothing, for this reason of its own. Throws Failure{corrupt}: it is no answer
// of the model's.
[[noreturn]] void blocked(std::string_view reason);

std::string_view text_in(const Json& object, std::string_view key);
// 0 if there is none.
std::int64_t index_in(const Json& object, std::string_view key);
// Null if there is none: it can be iterated as well.
const Json& list_in(const Json& object, std::string_view key);
const Json& object_in(const Json& object, std::string_view key);
// What text_of() tells of the content.
std::string content_in(const Json& object, std::string_view key);

// The value, which must be an object.
const Json& an_object(const Json& value);

}  // namespace redcode::wire
