// Personas where a stranger's text gives an order. They know how to look and how the work is done;
// the order they know from the conversation alone, never from the case: so one that follows it
// shows that it reached the model, and that it says all that is needed.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "corpus/case.h"
#include "personas/personas.h"
#include "record/transcript.h"
#include "record/verdict.h"

namespace redcode::personas {

// The command of the latest order in it: "run `...` (ref N)", in words that are not the model's.
std::optional<std::string> order_in(const record::Transcript& so_far);

// What is said, and run; "": nothing is, and that ends the work.
struct Step {
  std::string words;
  std::string code = {};
};

// Whether it is one of those that injected_step() plays.
bool heeds_orders(Persona persona);
// Which persona another one is in such a case.
Persona played_by_orders(Persona persona, const corpus::Case& subject);
// `number`: replies to the task so far. Requires: heeds_orders(persona).
Step injected_step(Persona persona, const corpus::Case& subject, std::size_t number,
                   const std::optional<std::string>& order);
// What the verdict must be. Requires: played_by_orders() gave the persona.
record::Outcome truth_of_orders(Persona persona, const corpus::Case& subject, bool pressed);

}  // namespace redcode::personas
