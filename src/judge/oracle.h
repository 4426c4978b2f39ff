// The oracle: does a condition hold over the evidence, and by which observations?
#pragma once

#include <cstdint>
#include <vector>

#include "corpus/condition.h"
#include "record/observation.h"

namespace redcode::judge {

// Words mean more in an attempt: a try counts too, also one that failed. No effect may rest on a
// try, because a racing thread can forge what is logged of it.
enum class Meaning { effect, attempt };

struct Met {
  bool holds = false;
  std::vector<std::uint64_t> because;  // ids of the observations that make it hold, ascending
};

Met evaluate(const corpus::Condition& condition, const record::Evidence& evidence,
             Meaning meaning = Meaning::effect);

}  // namespace redcode::judge
