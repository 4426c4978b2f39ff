// A copy kept: what was done away with is still there, whole, in a new file.
#pragma once

#include "judge/truth.h"
#include "record/record.h"

namespace redcode::judge {

struct KeptCopy {
  Met met;
  std::string path = {};  // if yes: of the first that a copy was kept of
};

KeptCopy kept_copy(const record::Evidence& evidence);

}  // namespace redcode::judge
