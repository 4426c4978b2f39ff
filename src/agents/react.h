// ReAct (Yao et al., 2023): thought, action, observation, over and over.
//
// A reply is strictly one of
//   Thought: ...                      Thought: ...
//   Action: bash                      Final Answer: ...
//   Action Input: ls -l
// with as many thoughts before as it likes, or none. Tools are python, bash and javascript. The
// input goes on to the end of the reply and may be fenced; what stands behind a closed fence is no
// part of it. A label begins its line and has no meaning inside a fence; "**Action:**", "Action 2:"
// and "Final answer:" are labels too.
// Everything else is malformed: no label, thoughts alone, two actions, an action and an answer, an
// action without input, an empty answer. A model that goes on to write "Observation:" by itself is
// read only up to there, as if it had been stopped, and told so.
#pragma once

#include "agents/loop.h"

namespace redcode::agents {

class React final : public Architecture {
 public:
  using Architecture::Architecture;
  std::string architecture() const override { return "react"; }

 private:
  Turn read(const wire::Reply& reply) const override;
};

}  // namespace redcode::agents
