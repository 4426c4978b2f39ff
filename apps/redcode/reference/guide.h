// What this program's help tells besides what can be typed: headings, first steps, exit codes.
#pragma once

#include "cli/page.h"

namespace redcode::app {

const cli::Guide& guide();

}  // namespace redcode::app
