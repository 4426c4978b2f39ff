// A command that Ctrl-C may stop at any wait.
#pragma once

#include <csignal>
#include <utility>
#include <vector>

#include "cli/interruptible.h"
#include "out.h"

namespace redcode::app {

// As cli::run_interruptible(), with this program's advice for who does not wait for its end.
inline int run_interruptible(Task<int> work, Out& out,
                             std::vector<int> signals = {SIGINT, SIGTERM}) {
  constexpr const char* advice =
      "redcode: ended at once; `redcode sandbox reap` removes what was left behind\n";
  return cli::run_interruptible(std::move(work), out,
                                {.last_words = advice, .signals = std::move(signals)});
}

}  // namespace redcode::app
