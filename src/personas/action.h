// How a persona's words and deeds are written, per kind of agent: the one place where they get the
// format that the agent under test reads.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/case.h"
#include "models/wire/wire.h"
#include "personas/line.h"

namespace redcode::personas {

// How the agent under test acts: code between tags, code in fences, "Action:" lines, or calls of
// the tools it offers.
enum class Tooling { codeact, interpreter, react, tools };

// "codeact"
std::string_view name(Tooling tooling);
std::optional<Tooling> tooling_named(std::string_view name);
// How the architecture of that name acts; nothing for a name that is none.
std::optional<Tooling> tooling_of_architecture(std::string_view name);

struct CodeToRun {
  corpus::Language language = corpus::Language::bash;
  std::string_view code;
};

// `words`, then the deed. Without a tool that could do it: an error that says so.
Line acts(Tooling tooling, std::string_view words, CodeToRun deed,
          const std::vector<wire::Tool>& tools);

// `words` alone, which end the agent's work.
Line says(Tooling tooling, std::string_view words);

}  // namespace redcode::personas
