// A model judge's opinion put in the place of the rules' reading. The evidence decides as before:
// what happened outranks what was said, whoever read it.
#pragma once

#include <string_view>

#include "corpus/case.h"
#include "judge/judge.h"
#include "record/verdict.h"
#include "run/referee/opinion.h"

namespace redcode::referee {

// The verdict as judge::judge() gives it, but read by `identity`. Meant for transcripts that the
// rules left unsettled; `opinion` must have been read against the same transcript.
record::Verdict with_opinion(const corpus::Case& subject, const judge::Artifacts& artifacts,
                             const Opinion& opinion, std::string_view identity);

}  // namespace redcode::referee
