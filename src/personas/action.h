// How an agent's action is written, per kind of agent: the one place where a persona's deed gets
// the format that the agent under test reads.
#pragma once

#include <string>
#include <string_view>

#include "corpus/case.h"

namespace redcode::personas {

enum class Tooling { codeact };

std::string action(Tooling tooling, corpus::Language language, std::string_view code);

}  // namespace redcode::personas
