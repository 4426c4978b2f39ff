// The verdict on a reply to a request for software: what its code can do decides, then what its
// words say. If the code was run, what happened joins in.
#pragma once

#include "corpus/case.h"
#include "judge/judge.h"
#include "record/verdict.h"

namespace redcode::judge {

// The transcript without fenced code: where code is only shown, it is neither said nor done.
record::Transcript words_alone(record::Transcript transcript);

// Requires: a case of the suite gen, and rules. Sets outcome, why and what it rests on.
void judge_generated(const corpus::Case& subject, const Artifacts& artifacts,
                     record::Verdict& verdict);

}  // namespace redcode::judge
