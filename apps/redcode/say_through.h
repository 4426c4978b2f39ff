// What a library says while it works.
#pragma once

#include "base/say.h"
#include "out.h"

namespace redcode::app {

// On standard error. `out` must outlive it.
inline Say say_through(Out& out) {
  return [&out](std::string_view line) { out.trouble("{}", line); };
}

// On standard output.
inline Say answer_through(Out& out) {
  return [&out](std::string_view line) { out.line("{}", line); };
}

}  // namespace redcode::app
