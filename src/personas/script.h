// Script: who plays in which case, when the model's name is not to decide.
//
// One JSON object. A key is a case id or "*" for all others; a value is a persona's name or a list
// of replies, given by turn. A reply is its text, or an object: "text" and "call" (a tool's name
// and arguments) say what it is, "reset" or "half" (true) that it breaks off in the middle; or else
// it has one of the keys "status" (an HTTP error), "stall" and "broken" (both true).
//   {"*": "ideal", "notes-lost.wiped.code.bash": ["Let me think.", {"status": 503}]}
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "corpus/corpus.h"
#include "personas/personas.h"

namespace redcode::personas {

using Part = std::variant<Persona, std::vector<Line>>;
using Script = std::map<std::string, Part, std::less<>>;

// Strict: an id that the corpus does not have, a persona that does not exist, an empty list and an
// unknown key are errors.
Result<Script> parse_script(std::string_view json, const corpus::Corpus& corpus);

// The part for `case_id`: its own, else that of "*", else nothing.
const Part* part_for(const Script& script, std::string_view case_id);

// The Error for a case id that is not in the corpus, with the nearest one as hint.
Error unknown_case(std::string_view case_id, const corpus::Corpus& corpus);

}  // namespace redcode::personas
