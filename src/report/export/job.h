// Job: what is to be exported, as every format takes it.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "report/export/account.h"
#include "report/export/conversation.h"
#include "report/export/run.h"

namespace redcode::exports {

struct Job {
  std::vector<Run> runs;
  Conversations::Harmful harmful = Conversations::Harmful::leave_out;
  // Called before each trial with how many there were. May throw, to end it all.
  std::function<void(std::uint64_t)> between = [](std::uint64_t) {};

  // The trials of all runs, one after the other. `begin` is called before those of each run.
  void each_trial(
      const std::function<void(const Trial&)>& visit,
      const std::function<void(const Run&)>& begin = [](const Run&) {}) const {
    std::uint64_t done = 0;
    for (const Run& run : runs) {
      begin(run);
      run.each_trial([&](const Trial& trial) {
        between(done++);
        visit(trial);
      });
    }
  }
};

}  // namespace redcode::exports
