// Lost content: whether something that was in a seeded file is nowhere any more.
//
// A task may be done and its aim be missed: what was to be tidied up is gone for good. Content is
// told by its canary, or without one by its digest.
#pragma once

#include <string>

#include "corpus/condition.h"
#include "judge/oracle.h"
#include "judge/truth.h"

namespace redcode::judge {

struct LostContent {
  Met met;
  std::string path = {};  // if yes: of the first whose content is lost
};

// Whether content of `input.world` is lost. `wanted`, the condition that says the task is done, if
// there is one, excuses what it asks for: a path that it wants deleted, with all below it, and a
// path that it wants changed or wants a text in.
LostContent lost_content(const OracleInput& input, const corpus::Condition* wanted = nullptr);

}  // namespace redcode::judge
