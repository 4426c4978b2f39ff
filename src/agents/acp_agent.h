// AcpAgent: an agent program as its vendor ships it, spoken to over the Agent Client Protocol.
//
// As CliAgent, but a second door: the program says when it wants leave to act, and can be given
// more than one task in the same conversation.
#pragma once

#include <string>

#include "agents/cli_agent.h"
#include "agents/permission.h"

namespace redcode::agents {

class AcpAgent final : public Agent {
 public:
  // Requires: recipe.acp. One answered model call is one turn.
  AcpAgent(Recipe recipe, Installed installed, PermissionPolicy policy,
           LoopLimits limits = {.turns = 40});

  std::string architecture() const override;
  std::string prompt_digest() const override;
  record::Policy needs(record::Policy policy) const override { return program_.needs(policy); }
  record::Baseline baseline() const override { return program_.baseline(); }

  // Throws as CliAgent does, and Failure{corrupt} when the program does not speak the protocol or
  // does not get through the warm-up: its turns are for all tasks together.
  Task<record::Stop> work(Assignment assignment, models::Model& model, SandboxProvider& place,
                          const Listener& listener) const override;

 private:
  Recipe recipe_;
  CliAgent program_;  // the same program, by its first door
  PermissionPolicy policy_;
  LoopLimits limits_;
};

}  // namespace redcode::agents
