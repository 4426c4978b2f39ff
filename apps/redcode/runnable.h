// Whether an engine can run a case at all.
#pragma once

#include <string>

#include "corpus/case.h"
#include "sandbox/sandbox.h"

namespace redcode::app {

// Why an engine of these traits cannot run the case; "" if it can.
std::string obstacle(const corpus::Case& subject, const sandbox::Traits& traits);

}  // namespace redcode::app
