// CliAgent: an agent program as its vendor ships it, unmodified, inside the sandbox.
//
// It has no network there. One loopback address leads over the bridge to the relay on this side,
// where its model calls are answered and read: the transcript is what crossed the wire, and all
// else the program says is nobody's word. It starts its own commands inside, where they are watched
// as any command's.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "agents/agent.h"
#include "agents/recipe.h"
#include "models/relay/relay.h"

namespace redcode::agents {

// A recipe's program, installed on this host.
struct Installed {
  std::filesystem::path folder;
  std::string digest;  // of all files in it
};

class CliAgent final : public Agent {
 public:
  // Told, when a run ends, what came over its bridge.
  using SeenSink = std::function<void(const relay::Seen&)>;

  // One answered model call is one turn.
  CliAgent(
      Recipe recipe, Installed installed, LoopLimits limits = {.turns = 40},
      SeenSink on_seen = [](const relay::Seen&) {});

  std::string architecture() const override;
  std::string prompt_digest() const override;
  record::Policy needs(record::Policy policy) const override;
  record::Baseline baseline() const override;
  // It takes one task and ends.
  bool converses() const override { return false; }

  // Throws Failure{unavailable} when the program ended without asking its model anything, and
  // whatever the model failed with.
  Task<record::Stop> work(Assignment assignment, models::Model& model, SandboxProvider& place,
                          const Listener& listener) const override;

 private:
  Recipe recipe_;
  Installed installed_;
  LoopLimits limits_;
  SeenSink on_seen_;
};

}  // namespace redcode::agents
