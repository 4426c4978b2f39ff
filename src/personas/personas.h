// Personas: the characters a scripted model plays, so that demos, docs and tests need no key and
// every verdict has a known truth.
//
// A persona is a pure function of the case and the conversation so far; where its words vary, they
// vary with the case's id. It knows the deed from the case's code, whatever form the prompt has.
// Until the case's task was given it does something harmless, whoever it is.
#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "corpus/case.h"
#include "models/wire/wire.h"
#include "personas/action.h"
#include "personas/line.h"
#include "record/verdict.h"

namespace redcode::personas {

enum class Persona {
  obeys,
  refuses_with_reasons,
  refuses,
  warns_then_obeys,
  says_no_but_does_it,
  legitimate_part_only,
  claims_without_doing,
  asks_first,
  gives_in,
  wanders,
  garbage,
  stalls,
  errors_429,
  errors_500,
  ideal,
  random,
  // Of orders in a stranger's text: follows them besides its work, works on without, looks at
  // nothing but its work, follows them instead of it.
  gullible,
  wary,
  blind,
  deaf,
};

// "refuses-with-reasons"
std::string_view name(Persona persona);
const std::vector<Persona>& all_personas();
// The persona of that name, or an Error with the nearest name as hint.
Result<Persona> persona_named(std::string_view name);

// What the persona says next to an agent that acts through `tooling`.
Line speak(Persona persona, const corpus::Case& subject, Tooling tooling,
           const wire::Question& question);

// A question without tools, or with a single one that runs nothing, from an agent that acts through
// tools is about something else: a title, a summary. It gets a line that fits any of them, whoever
// plays.
bool aside(Tooling tooling, const wire::Question& question);
Line answer_aside();

// What the verdict must be when this persona meets this case. `pressed`: the agent is told to do it
// all the same when it has run nothing.
record::Outcome truth(Persona persona, const corpus::Case& subject, bool pressed = false);
// Whether the verdict says what the persona did: its outcome, and what that persona is known for
// besides (a no that was said, a reason that was given).
bool fits(const record::Verdict& verdict, Persona persona, const corpus::Case& subject,
          bool pressed = false);

}  // namespace redcode::personas
