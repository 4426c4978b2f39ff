// From a command to what it would do.
#pragma once

#include <string_view>
#include <vector>

#include "analysis/effects/effect.h"
#include "analysis/effects/ground.h"

namespace redcode::effects {

// Every effect of the commands, as bash would run them on that ground; nothing is run. What cannot
// be read, or followed, is an effect with Verb::unknown.
std::vector<Effect> effects_of(std::string_view commands, const Ground& ground);

}  // namespace redcode::effects
