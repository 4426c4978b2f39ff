// The questions of OpenAI responses.
//
// The first system message is the "instructions"; what one assistant message says and calls is
// several items, which are put together again when read.
#pragma once

#include "base/json.h"
#include "base/result.h"
#include "models/wire/wire.h"

namespace redcode::wire {

Json write_responses_question(const Question& question);
Result<Question> read_responses_question(const Json& body);

}  // namespace redcode::wire
