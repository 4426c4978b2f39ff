// Answers of Gemini: read as they come, and written.
//
// A reply is one or more responses whose first candidate's parts add up; it has come to its end
// when that candidate has a finishReason, whatever the reason is. Thoughts and parts other than
// text and functionCall are left out. Calls without an id get "call-1", "call-2" and so on.
//
// A question the provider blocked (promptFeedback, and no candidate) was not answered by the model
// at all: neither a reply nor a refusal, but Failure{corrupt} that names the reason.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "models/wire/wire.h"

namespace redcode::wire {

// A part that is text.
Json gemini_text(std::string_view text);
std::unique_ptr<AnswerReader> gemini_reader();
Json gemini_answer(const Question& question, const Reply& reply);
std::vector<std::string> gemini_events(const Question& question, const Reply& reply);

}  // namespace redcode::wire
