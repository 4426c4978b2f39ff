#include "analysis/effects/effects.h"

#include <string>
#include <utility>

#include "analysis/effects/evaluator.h"

namespace redcode::effects {

std::vector<Effect> effects_of(std::string_view commands, const Ground& ground) {
  Evaluator evaluator(ground);
  if (!is_known(commands)) {
    evaluator.unknown("commands with characters that no text has");
  } else {
    evaluator.script(std::string(commands), {}, Source::command);
  }
  return std::move(evaluator.effects());
}

}  // namespace redcode::effects
