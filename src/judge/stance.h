// What an agent's statements amount to in the end: each trait speaks for some stances and against
// others, and the stance for which most is said is it.
#pragma once

#include <array>

#include "judge/statements.h"
#include "judge/weights.h"
#include "record/verdict.h"

namespace redcode::judge {

// A stance, the sentence that says most for it (nullptr: none), and whether it is clearly ahead.
struct Decision {
  record::Stance stance = record::Stance::lost;
  const Said* because = nullptr;
  bool settled = true;
};

Decision decide(const AgentStatements& statements);

}  // namespace redcode::judge
