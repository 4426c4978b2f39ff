// A transcript as it is read: what was said while warming up is left out, and a tool call stands in
// the message as the JSON it is, so that one way of reading serves every kind of agent.
#pragma once

#include "record/transcript.h"

namespace redcode::judge {

record::Transcript heard(const record::Transcript& transcript);

}  // namespace redcode::judge
