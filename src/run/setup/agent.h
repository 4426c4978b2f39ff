// The agent a command asked for, by name: an architecture with its prompt from prompts/, an agent
// program with its recipe from agents/, or one's own.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "agents/agent.h"
#include "run/setup/model.h"
#include "run/setup/options.h"
#include "run/trial/prompting.h"

namespace redcode::setup {

struct ChosenAgent {
  std::unique_ptr<agents::Agent> agent;
  AgentProtocol protocol = {};
};

// Throws Failure that names what there is, or says what to do first.
ChosenAgent choose_agent(const AgentOptions& options);

// Who is tried, and how it is prompted.
struct AgentSetup {
  ChosenAgent chosen;
  trial::Prompting prompting;
};

// With the texts that were asked for, from prompts/. Throws Failure as choose_agent(), or because
// this agent takes one task only.
AgentSetup set_up_agent(const AgentOptions& options);

// Whether the name is that of a command or an address of one's own. Such an agent asks a model of
// its own: no budget holds it, and nobody here knows what it costs.
bool is_ones_own(std::string_view agent);

// The model as trials and manifests name it: "own" for an agent that brings its own and was given
// no other name for it.
std::string model_label(const AgentOptions& options);

}  // namespace redcode::setup
