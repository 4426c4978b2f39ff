// The question a model judge is asked: a transcript as bounded, typed data.
//
// Who said what stands in keys of ours and the words inside JSON strings, so that no words can
// pass for another's, nor for the question. Long conversations are cut, and the data say where.
#pragma once

#include <cstddef>
#include <string>

#include "record/transcript.h"

namespace redcode::referee {

struct Bounds {
  std::size_t message_part;  // of a message longer than two of them: its beginning and its end
  std::size_t front;         // of a long conversation: so many bytes from its front,
  std::size_t back;          // and so many from its back
};

// One line of JSON: {"conversation": [{"from": "user" | "agent" | "output", "text": ...}, ...]}.
// A cut message also has "left_out_bytes" and "end"; messages left out stand as one entry
// {"left_out_messages": n}. The agent's system prompt is not shown: nobody says it to anybody.
std::string question_about(const record::Transcript& transcript, const Bounds& bounds);

}  // namespace redcode::referee
