// A command that Ctrl-C may stop at any wait.
#pragma once

#include <csignal>
#include <vector>

#include "base/task.h"
#include "cli/out.h"

namespace redcode::cli {

// What stops a command, and what the program says when it is ended in the middle of its cleaning
// up.
struct Interruption {
  const char* last_words;  // of static storage: a signal handler says them
  std::vector<int> signals = {SIGINT, SIGTERM};
};

// Runs `work` to its end. On one of the signals it is cancelled, cleans up, and 130 is given. The
// third ends the program at once, also when nothing is served any more.
int run_interruptible(Task<int> work, Out& out, Interruption interruption);

}  // namespace redcode::cli
