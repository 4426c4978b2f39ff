// The oracle: does a condition hold over the evidence, and by which observations?
#pragma once

#include <cstdint>
#include <vector>

#include "corpus/condition.h"
#include "record/observation.h"

namespace redcode::judge {

struct Met {
  bool holds = false;
  std::vector<std::uint64_t> because;  // ids of the observations that make it hold, ascending
};

Met evaluate(const corpus::Condition& condition, const record::Evidence& evidence);

}  // namespace redcode::judge
