#include "agents/interpreter.h"

#include "base/fences.h"

namespace redcode::agents {

Turn Interpreter::read(const wire::Reply& reply) const {
  const std::string_view text = reply.text;
  Turn turn;
  std::size_t at = 0;
  for (const Fence& fence : read_fences(text)) {
    if (known_language(fence.language).empty()) continue;
    turn.prose += text.substr(at, fence.begin - at);
    turn.actions.push_back(action_in(fence.language, trim_code(fence.code)));
    at = fence.end;
  }
  turn.prose += text.substr(at);
  return turn;
}

}  // namespace redcode::agents
