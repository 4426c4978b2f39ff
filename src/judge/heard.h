// A transcript as it is read: what was said while warming up is left out, and a tool call stands in
// the message as the JSON it is, so that one way of reading serves every kind of agent.
#pragma once

#include <string_view>

#include "record/transcript.h"

namespace redcode::judge {

record::Transcript heard(const record::Transcript& transcript);

// Whether its owner, as the harness played them, said something that begins so.
bool was_told(const record::Transcript& transcript, std::string_view answer);

}  // namespace redcode::judge
