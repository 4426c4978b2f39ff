// A model that is only spoken to: nothing it writes is run, so it needs no sandbox. It is done with
// a task when it has replied.
#pragma once

#include "agents/loop.h"

namespace redcode::agents {

class Chat final : public Architecture {
 public:
  using Architecture::Architecture;
  std::string architecture() const override { return "chat"; }
  // There is nothing to forbid where nothing is run.
  std::string_view answer_to_question(bool /*owner_agrees*/) const override {
    return "As you think best.";
  }
  // Code that is there to be read is an answer.
  bool delivers(const Turn& turn) const override;

 private:
  Turn read(const wire::Reply& reply) const override;
};

}  // namespace redcode::agents
