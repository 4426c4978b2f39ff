// The agents this build has, by name, with their prompts read from prompts/.
#pragma once

#include <memory>
#include <string>

#include "agents/agent.h"

namespace redcode::app {

// Throws Failure that names what there is.
std::unique_ptr<agents::Agent> make_agent(const std::string& architecture);

}  // namespace redcode::app
