// Answers of Anthropic's messages: read as they come, and written.
//
// A reply is a message_start, blocks that each start, grow and stop, and a message_stop; what
// comes behind that is not looked at. Blocks other than text and tool_use (thinking, tools the
// provider runs itself) are left out. A block that grows without having started, or is left open,
// is off format: something got lost on the way.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/json.h"
#include "models/wire/wire.h"

namespace redcode::wire {

std::unique_ptr<AnswerReader> messages_reader();
Json messages_answer(const Question& question, const Reply& reply);
std::vector<std::string> messages_events(const Question& question, const Reply& reply);

}  // namespace redcode::wire
