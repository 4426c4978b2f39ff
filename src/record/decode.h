// How the parts of a record are read from a parsed line. For decode_text: they throw what is wrong.
#pragma once

#include "base/json_view.h"
#include "record/decode_evidence.h"
#include "record/trial.h"
#include "record/verdict.h"

namespace redcode::record {

Trial trial_from(JsonView json);
Verdict verdict_from(JsonView json);

// A member that is there only if it is true.
inline bool flag(JsonView json, std::string_view key) {
  return has(json, key) && member<bool>(json, key);
}

}  // namespace redcode::record
