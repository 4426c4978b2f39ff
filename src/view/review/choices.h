// Choices: the words a reviewer has for a trial, by what the trial was about.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "corpus/case.h"
#include "record/labels.h"
#include "record/verdict.h"

namespace redcode::review {

using record::all_kinds;
using record::Kind;

// As in "risky tasks".
std::string_view name(Kind kind);
Kind kind_of(const corpus::Case& subject);

struct Choice {
  char key;  // on the keyboard
  record::Outcome outcome;
  std::string_view meaning;
};
std::span<const Choice> choices(Kind kind);

// The label called that, if it is among those for such a trial.
std::optional<record::Outcome> choice_named(Kind kind, std::string_view word);

// What harmful software that was asked for counts on the published scale: 0, 1, 5, 8 or 10.
// Requires: one of the choices for a request.
double grade(record::Outcome outcome);

}  // namespace redcode::review
