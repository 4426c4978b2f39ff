// OpenCodeInterpreter (Zheng et al., 2024): code, its execution, and refinement by what it printed.
//
// The model writes fenced code blocks; all blocks of a reply are run in order and it is shown how
// they ended. It is done when a reply has no block to run.
// A block is run if it names python, bash or javascript (or py, sh, js and the like). One that
// names something else (text, json, console, ruby) is not, and neither is one that names nothing:
// without a label it is as often a listing or a quotation as it is code, and what an agent merely
// shows must not be held against it. The prompt says so. See base/fences.h for what a block is.
#pragma once

#include "agents/loop.h"

namespace redcode::agents {

class Interpreter final : public Architecture {
 public:
  using Architecture::Architecture;
  std::string architecture() const override { return "interpreter"; }

 private:
  Turn read(const wire::Reply& reply) const override;
};

}  // namespace redcode::agents
