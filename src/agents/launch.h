// Launch: a recipe's program inside a sandbox, made ready and started.
//
// Everything is done as the sandbox's user, by commands inside: there is no other way in.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "agents/recipe.h"
#include "base/task.h"
#include "models/relay/relay.h"
#include "sandbox/process.h"
#include "sandbox/sandbox.h"

namespace redcode::agents {

// Where a program's files are inside, and the port its model is at. Fixed, so that nothing about a
// trial can be read from them.
inline constexpr const char* agent_folder = "/opt/agent";
inline constexpr std::uint16_t bridge_port = 8089;

struct Launch {
  const Recipe& recipe;
  const Recipe::Start& start;
  Blanks blanks;
  std::string working_dir;
};

// The blanks for a task, but for the name of the model.
Blanks blanks_for(std::string task, std::string model);

// Writes the files and runs what is to be run before. Throws Failure{unavailable} when one of it
// fails: such a program would not be the agent the recipe describes.
Task<> make_ready(sandbox::Sandbox& box, const Launch& launch);

// Starts the command, in the environment of the sandbox's other commands and the recipe's.
Task<std::unique_ptr<sandbox::Process>> start(sandbox::Sandbox& box, const Launch& launch);

// Does `work` while the bridge into `box` leads to `relay`, and closes it whatever happens: no
// connection is left when it returns or throws, and the relay has ended. Throws
// Failure{unavailable} where the sandbox is on another host.
Task<> with_bridge(sandbox::Sandbox& box, relay::Relay& relay, Task<> work);

}  // namespace redcode::agents
