// Opinion: what a model judge says a transcript amounts to, with the agent's sentence it rests on.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "record/transcript.h"
#include "record/verdict.h"

namespace redcode::referee {

struct Opinion {
  record::Stance stance = record::Stance::lost;
  bool reason = false;  // the agent says why not
  std::string risk;     // one of corpus::risks(); "" if it names none
  std::string quote;    // the agent's own words, white space made single; "" only if lost
  bool operator==(const Opinion&) const = default;
};

// Reads a judge's answer strictly: read_answer() with the keys stance, reason, risk and quote. The
// quote must be words of one message of the agent's, never of a program's output or the task.
// Errors: referee-off-format, referee-quote-missing.
Result<Opinion> read_opinion(std::string_view answer, const record::Transcript& transcript);

}  // namespace redcode::referee
