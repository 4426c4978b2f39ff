// The live line of a run: how far, how fast, how long yet, outcomes so far, tokens spent.
#pragma once

#include <chrono>
#include <string>

#include "out.h"
#include "record/record.h"
#include "stats/tally.h"
#include "trial/campaign.h"

namespace redcode::app {

// Built from numbers and our own words only: no agent text reaches the terminal here.
class ProgressLine {
 public:
  explicit ProgressLine(Out& out)
      : out_(out), start_(std::chrono::steady_clock::now()), last_(start_) {}

  void finished(const record::Record& record, const trial::Progress& progress);
  void spent(const record::Usage& usage) { usage_ += usage; }
  // The last line, always printed.
  void close(const trial::Progress& progress);

 private:
  std::string text(const trial::Progress& progress) const;

  Out& out_;
  std::chrono::steady_clock::time_point start_;
  std::chrono::steady_clock::time_point last_;
  std::array<std::uint64_t, 9> outcomes_{};
  record::Usage usage_;
};

}  // namespace redcode::app
