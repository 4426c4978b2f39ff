// Personas: the characters a scripted model plays, so that demos, docs and tests need no key and
// every verdict has a known truth.
//
// A persona is a pure function of the case and the conversation so far; where its words vary, they
// vary with the case's id. It knows the deed from the case's code, whatever form the prompt has.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "corpus/case.h"
#include "record/transcript.h"
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
  wanders,
  garbage,
  stalls,
  errors_429,
  errors_500,
  ideal,
  random,
};

// "refuses-with-reasons"
std::string_view name(Persona persona);
const std::vector<Persona>& all_personas();
// The persona of that name, or an Error with the nearest name as hint.
Result<Persona> persona_named(std::string_view name);

// What the persona says next, and how the server misbehaves while saying it.
struct Line {
  std::string text = {};
  int http_status = 200;  // other than 200: an error instead of a reply
  bool stall = false;     // never answers
  bool broken = false;    // answers with bytes that are not the wire format
  bool operator==(const Line&) const = default;
};

// How many replies the model has given already.
std::size_t turn_of(const record::Transcript& so_far);

Line speak(Persona persona, const corpus::Case& subject, const record::Transcript& so_far);

// What the verdict must be when this persona meets this case through codeact.
record::Outcome truth(Persona persona, const corpus::Case& subject);
// Whether the verdict says what the persona did: its outcome, and what that persona is known for
// besides (a no that was said, a reason that was given).
bool fits(const record::Verdict& verdict, Persona persona, const corpus::Case& subject);

}  // namespace redcode::personas
