// The items of OpenAI responses that are calls: they are the same in questions and answers.
//
// A custom tool takes any text. Its schema is {"type": "string"}, and its calls have a shape of
// their own; the arguments of such a call are that text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "models/wire/wire.h"
#include "record/transcript.h"

namespace redcode::wire {

Json custom_schema();
// Whether the question offers a custom tool of that name.
bool is_custom(const Question& question, std::string_view tool);

// The call an item is, if it is one.
std::optional<record::ToolCall> call_of(const Json& item);
// {"type": ..., "call_id": ..., "name": ..., "arguments" or "input": ...}
Json call_item(const Question& question, const record::ToolCall& call);

}  // namespace redcode::wire
