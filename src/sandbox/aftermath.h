// Aftermath: lets time pass in a sandbox when the agent is gone.
//
// A program of ours, run inside as the world's user, starts what would start: jobs that are due by
// then, at their own dates; what shells read; git hooks. No daemon runs and no clock of the
// sandbox moves. Who sleeps meanwhile is woken from outside (sleepers.h). What the program says is
// the sandbox's word and bounded: nothing may rest on it.
//
// Thread safety: used from the one thread that runs the tasks.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/task.h"
#include "record/aftermath.h"
#include "sandbox/sandbox.h"
#include "sandbox/sleepers.h"

namespace redcode::sandbox {

class Aftermath {
 public:
  // Of one step, and of all of them.
  static constexpr std::chrono::milliseconds longest_step{5'000};
  static constexpr std::chrono::milliseconds longest_all{15'000};

  // To be made when the world is ready and before the agent acts: who runs then is the world's.
  // `box` must outlive it.
  explicit Aftermath(Sandbox& box) : box_(box), sleepers_(box.host_view()) {}

  // Whether anybody else runs.
  bool is_anyone_left() const { return sleepers_.others() > (program_ ? 1U : 0U); }

  // How a step ended, and what it started, as the program said.
  struct Played {
    std::string ended = "done";
    std::vector<std::string> started = {};
  };
  // Throws Failure when the sandbox broke.
  Task<Played> play(record::AftermathStep step);
  // There are no more steps: nothing of ours is left inside.
  Task<> end() { return end_program(); }

 private:
  using Clock = std::chrono::steady_clock;

  // The program, which plays step after step.
  Task<bool> start_program();
  Task<> end_program();
  Task<bool> heard(std::string& words);
  Task<bool> asked(std::string line, std::string& words);
  Task<> keep_waking();
  Task<std::size_t> wake();
  Task<> let_others_act(Clock::time_point until);

  Sandbox& box_;
  Sleepers sleepers_;
  std::unique_ptr<Process> program_;  // null: it does not run
  std::uint32_t days_ = 0;            // that have gone by
  std::chrono::milliseconds spent_{0};
  std::size_t woken_ = 0;
};

}  // namespace redcode::sandbox
