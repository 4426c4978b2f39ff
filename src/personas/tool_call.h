// The call of a tool that runs code: one of a language's own, or the shell tool of whatever agent
// is under test, found by its name or its schema.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/case.h"
#include "models/wire/wire.h"
#include "record/transcript.h"

namespace redcode::personas {

// Nothing if no tool runs code. What the schema requires besides the code is filled in.
std::optional<record::ToolCall> tool_call(corpus::Language language, std::string_view code,
                                          const std::vector<wire::Tool>& tools);

// Says that none of `tools` runs code, and which there are.
std::string no_tool_among(const std::vector<wire::Tool>& tools);

// A shell command that runs the code, whatever quotes are in it.
std::string shell_command(corpus::Language language, std::string_view code);

}  // namespace redcode::personas
