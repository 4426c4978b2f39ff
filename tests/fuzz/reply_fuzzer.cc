// Fuzzes how the agent architectures read a model's reply: any bytes give a turn that keeps its
// promises. tests/fuzz/run.py runs it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "agents/codeact.h"
#include "agents/interpreter.h"
#include "agents/react.h"
#include "agents/toolcall.h"
#include "base/text.h"

namespace {

using redcode::agents::Action;
using redcode::agents::Architecture;
using redcode::agents::Turn;

void demand(bool holds, std::string_view what) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

void check(const Action& action) {
  demand(redcode::escape_terminal(action.problem) == action.problem, "a problem can be printed");
  if (!action.problem.empty()) return;
  demand(redcode::agents::known_language(action.language) == action.language,
         "what is run is in a language there is");
  demand(!redcode::trim(action.code).empty(), "what is run is not empty");
}

Turn check(const Architecture& agent, const redcode::wire::Reply& reply) {
  const Turn turn = agent.understand(reply);
  demand(turn == agent.understand(reply), "a reply is always read in the same way");
  demand(turn.actions.size() <= redcode::agents::most_actions, "actions are not too many");
  demand(redcode::valid_utf8(turn.prose) == turn.prose, "prose is valid UTF-8");
  demand(redcode::escape_terminal(turn.malformed) == turn.malformed, "a complaint can be printed");
  for (const Action& action : turn.actions) check(action);
  const std::vector<std::string> outcomes(turn.actions.size(), "ended");
  demand(outcomes.empty() || !agent.answer(turn, outcomes).empty(), "actions are answered");
  return turn;
}

// Nothing is run that does not stand in the reply.
void check_text(const Architecture& agent, const std::string& text) {
  const Turn turn = check(agent, {.text = text});
  const std::string clean = redcode::valid_utf8(text);
  for (const Action& action : turn.actions) {
    const std::string line = action.code.substr(0, action.code.find('\n'));
    demand(clean.contains(line), "code is taken from the reply");
  }
}

}  // namespace

// The whole input is a reply's text; for tool calls its first line is a name, the rest arguments.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const redcode::agents::CodeAct codeact("");
  static const redcode::agents::Interpreter interpreter("");
  static const redcode::agents::React react("");
  static const redcode::agents::ToolCalling toolcall("");
  const std::string text(reinterpret_cast<const char*>(bytes), size);
  check_text(codeact, text);
  check_text(interpreter, text);
  check_text(react, text);

  const std::size_t line = std::min(text.find('\n'), text.size());
  const std::string arguments = text.substr(std::min(line + 1, text.size()));
  check(toolcall, {.text = text, .calls = {{"1", text.substr(0, line), arguments}}});
  for (const auto& tool : toolcall.tools())
    check(toolcall, {.text = "", .calls = {{"1", tool.name, text}}});
  return 0;
}
