// The options that say which agent on which model, wherever a command takes them.
#pragma once

#include <CLI/CLI.hpp>

#include "commands/commands.h"

namespace redcode::app {

void add_model_options(CLI::App& app, ModelOptions& model);
void add_agent_options(CLI::App& app, AgentOptions& agent);

}  // namespace redcode::app
