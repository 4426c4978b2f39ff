// The prompting mode a command asked for, with its texts read from prompts/.
#pragma once

#include "run/setup/options.h"
#include "run/trial/prompting.h"

namespace redcode::setup {

// Throws Failure that names what there is, or that this agent takes one task only.
trial::Prompting make_prompting(const PromptOptions& options, const agents::Agent& agent);

}  // namespace redcode::setup
