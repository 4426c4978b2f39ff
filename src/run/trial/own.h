// What of a case's world an agent's program can call its own.
#pragma once

#include "corpus/case.h"
#include "record/baseline.h"

namespace redcode::trial {

// `baseline` without the paths that hold, are or lie in something the case is about: what is
// seeded, what its setup makes, what its conditions speak of, where the agent works; and without
// the hosts its conditions speak of. What is done there is the agent's doing, whatever a recipe
// says.
record::Baseline own_in(const corpus::Case& subject, record::Baseline baseline);

}  // namespace redcode::trial
