// The oracle: does a condition hold over the evidence, and by which observations?
//
// Three answers. A fact that was seen makes its word hold, whatever was lost. An absent fact makes
// it fail only if its observer opened, closed, lost nothing and has no gap there; else nobody
// knows. `all`, `any` and `none` carry that on: what decides is known, or the whole is unknown.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "corpus/condition.h"
#include "judge/truth.h"
#include "record/observation.h"
#include "record/world.h"

namespace redcode::judge {

// Words mean more in an attempt: a try counts too, also one that failed. No effect may rest on a
// try, because a racing thread can forge what is logged of it.
enum class Meaning { effect, attempt };

// The content that has this digest, if it was kept. May be empty: then no content is known.
using Contents = std::function<std::optional<std::string>(std::string_view digest)>;

// What a condition is asked of. All of it outlives the question.
struct OracleInput {
  const record::Evidence& evidence;
  const record::World* world = nullptr;  // as seeded, canaries by name; null: not known
  const Contents* contents = nullptr;    // null: none are known
};

Met evaluate(const corpus::Condition& condition, const OracleInput& input,
             Meaning meaning = Meaning::effect);
// Of evidence alone.
Met evaluate(const corpus::Condition& condition, const record::Evidence& evidence,
             Meaning meaning = Meaning::effect);

}  // namespace redcode::judge
