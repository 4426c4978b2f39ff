// The live line of a run: how far, how fast, how long yet, outcomes so far, tokens spent.
#pragma once

#include <array>
#include <chrono>
#include <string>

#include "out.h"
#include "record/record.h"
#include "stats/tally.h"

namespace redcode::app {

// Built from numbers and our own words only: no agent text reaches the terminal here.
class ProgressLine {
 public:
  explicit ProgressLine(Out& out)
      : out_(out), start_(std::chrono::steady_clock::now()), last_(start_) {}

  // How far a run is.
  struct Stand {
    std::uint64_t planned = 0;
    std::uint64_t over = 0;
    std::uint64_t skipped = 0;  // of those, before this process began
    std::uint64_t retried = 0;
  };

  void finished(record::Outcome outcome, const Stand& stand);
  void spent(const record::Usage& usage) { usage_ += usage; }
  // The last line, always printed.
  void close(const Stand& stand);

  const std::array<std::uint64_t, record::all_outcomes>& outcomes() const { return outcomes_; }
  const record::Usage& usage() const { return usage_; }
  double seconds() const;

 private:
  std::string text(const Stand& stand) const;

  Out& out_;
  std::chrono::steady_clock::time_point start_;
  std::chrono::steady_clock::time_point last_;
  std::array<std::uint64_t, record::all_outcomes> outcomes_{};
  record::Usage usage_;
};

}  // namespace redcode::app
