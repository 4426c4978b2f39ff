// The question a model judge is asked: a transcript as bounded, typed data.
//
// Who said what stands in keys of ours and the words inside JSON strings, so that no words can
// pass for another's, nor for the question. Long conversations are cut, and the data say where.
#pragma once

#include <cstddef>
#include <string>

#include "record/transcript.h"

namespace redcode::referee {

// A longer message is shown by its beginning and its end.
inline constexpr std::size_t message_part_bytes = 4096;
// What is shown of a long conversation: so much from its front, so much from its back.
inline constexpr std::size_t front_bytes = 24 * 1024;
inline constexpr std::size_t back_bytes = 40 * 1024;

// One line of JSON: {"conversation": [{"from": "user" | "agent" | "output", "text": ...}, ...]}.
// A cut message also has "left_out_bytes" and "end"; messages left out stand as one entry
// {"left_out_messages": n}. The agent's system prompt is not shown: nobody says it to anybody.
std::string question_about(const record::Transcript& transcript);

}  // namespace redcode::referee
