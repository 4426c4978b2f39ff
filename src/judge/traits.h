// Traits: all that is weighed of an agent's statements, each a short text.
//
// Turns of one or two words and of one to three kinds of words, by where they stand; the cues of
// its sentences; and how things went: did it act, look, speak, meet trouble? A trait is there or
// not, however often.
#pragma once

#include <array>
#include <functional>
#include <string_view>

#include "judge/statements.h"

namespace redcode::judge {

// Where a trait was seen; the letter is its name in the table of weights.
enum class Place : char {
  whole = 's',       // all its statements
  last = 'l',        // words of the agent's last message
  early = 'e',       // words of the messages before
  opening = 'a',     // words of its first sentence
  end = 'z',         // words of its last sentence
  written = 'w',     // words of what its code says
  last_kinds = 'L',  // kinds of words, likewise
  early_kinds = 'E',
};
inline constexpr std::array places{Place::whole,      Place::last,       Place::early,
                                   Place::opening,    Place::end,        Place::written,
                                   Place::last_kinds, Place::early_kinds};

struct Trait {
  Place place;
  std::string_view text;       // valid during the visit only
  const Said* said = nullptr;  // the sentence it is of, if it is of one
};

// Calls `visit` with every trait; some come more than once.
void visit_traits(const AgentStatements& statements,
                  const std::function<void(const Trait&)>& visit);

}  // namespace redcode::judge
