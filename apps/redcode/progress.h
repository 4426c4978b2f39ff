// The live line of a run: how far, how fast, how long yet, outcomes so far, tokens spent.
#pragma once

#include <chrono>

#include "out.h"
#include "run/steer/run_watch.h"

namespace redcode::app {

// Built from numbers and our own words only: no agent text reaches the terminal here.
class ProgressLine {
 public:
  explicit ProgressLine(Out& out) : out_(out), last_(std::chrono::steady_clock::now()) {}

  // Shows it now and then.
  void show(const steer::Status& status);
  // The last line, always printed.
  void close(const steer::Status& status);

 private:
  Out& out_;
  std::chrono::steady_clock::time_point last_;
};

// A run's audience at the terminal. `out` must outlive it.
steer::RunWatch::Audience audience_at(Out& out);

}  // namespace redcode::app
