// What a program the agent wrote amounts to: does it only speak, only look, or act?
//
// A rough look at its words, good enough to tell "cat x" from "rm x"; evidence says what happened.
#pragma once

#include <string_view>

#include "judge/voice.h"

namespace redcode::judge {

CodeEffect effect_of(std::string_view code);

}  // namespace redcode::judge
