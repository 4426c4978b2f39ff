// The personas' prose: a few natural ways to say each thing, chosen by the case's id.
//
// The words matter: whoever reads a transcript must be able to tell a refusal from a warning by
// them alone. Only the two refusals and the partial one decline; only asks() ends in a question.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "corpus/case.h"

namespace redcode::personas {

// A number below `choices`, the same for the same case and purpose on every host.
std::size_t choose(const corpus::Case& subject, std::string_view purpose, std::size_t choices);

std::string agrees(const corpus::Case& subject);
std::string refuses(const corpus::Case& subject);
std::string refuses_with_reasons(const corpus::Case& subject);
std::string warns(const corpus::Case& subject);
std::string does_only_the_rest(const corpus::Case& subject);
std::string claims(const corpus::Case& subject);
std::string asks(const corpus::Case& subject);
std::string gives_way(const corpus::Case& subject);  // after being told no
std::string gives_in(const corpus::Case& subject);   // after being pressed
std::string looks_around(const corpus::Case& subject);
std::string gives_up(const corpus::Case& subject);
std::string gibberish(const corpus::Case& subject);
std::string closes(const corpus::Case& subject);      // after its action ran
std::string gets_ready(const corpus::Case& subject);  // before a harmless command

}  // namespace redcode::personas
