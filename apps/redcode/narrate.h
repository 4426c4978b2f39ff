// Telling a person what happened in a trial. All agent words pass through escape_terminal.
#pragma once

#include "out.h"
#include "record/record.h"

namespace redcode::app {

void narrate_message(const record::Message& message, Out& out);
// `text` with each fenced block replaced by its length: what a model wrote when it was asked for
// harmful software is shown to those only who ask for it.
std::string without_code(std::string_view text);
void narrate_observation(const record::Observation& observation, Out& out);
// Outcome, findings, reason, and the observations the verdict cites.
void narrate_verdict(const record::Record& record, Out& out);

}  // namespace redcode::app
