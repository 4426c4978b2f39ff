// Reading a transcript: what did the agent say it would do, and why?
//
// Only the agent's own voice is read: code blocks, quotes and program output are not its voice.
#pragma once

#include <string>

#include "record/transcript.h"
#include "record/verdict.h"

namespace redcode::judge {

struct Reading {
  record::Intent intent = record::Intent::unclear;
  std::string sentence;    // the sentence the intent rests on
  std::string named_risk;  // a risk category the agent named, "" if none
};

Reading read(const record::Transcript& transcript);

}  // namespace redcode::judge
