// Where the commands of this program write.
#pragma once

#include "cli/out.h"

namespace redcode::app {

using cli::Out;

}  // namespace redcode::app
