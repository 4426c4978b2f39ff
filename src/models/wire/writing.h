// What the formats share when they write.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "models/wire/wire.h"

namespace redcode::wire {

// A server-sent event, with a name if the format gives one.
std::string event_text(const Json& event);
std::string event_text(std::string_view name, const Json& event);

// At most nine pieces that never cut a character; none of an empty text.
std::vector<std::string_view> pieces_of(std::string_view text);

// "<prefix><n>". There is neither clock nor chance in it, so the same conversation gets the same
// bytes, but no two answers of one conversation the same id.
std::string answer_id(std::string_view prefix, const Question& question);
// The call's own id; one like it for a call that has none, as no client could answer that.
std::string call_id(const Question& question, const Reply& reply, std::size_t call);

// The messages that go over the wire.
record::Transcript sent_messages(const Question& question);

// The error's message with its hint.
std::string error_text(const Error& error);
// The body of an error as OpenAI's servers write it.
Json openai_error(int status, const Error& error);

}  // namespace redcode::wire
