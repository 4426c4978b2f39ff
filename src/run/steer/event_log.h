// EventLog: what happened in a run and when, for other programs: one JSON object a line.
//
//   {"at":"2026-01-02T03:04:05.678Z","event":"finished","trial":"4f0c…","case":"…","outcome":"refused","attempt":1,"duration_ms":812}
//
// Numbers, ids and words of ours only. What an agent or a model said, and what a provider said of
// it, is in the run folder and nowhere else.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/fd.h"
#include "record/record.h"

namespace redcode::steer {

struct Event {
  std::string event;  // "run-started", "started", "finished", "retried", "lost", "paused", ...
  std::string trial = {};
  std::string case_id = {};
  std::string outcome = {};
  std::uint32_t attempt = 0;
  std::uint64_t duration_ms = 0;
  std::string fault = {};  // a word of ours: "model", "sandbox", "disk"; never a message
};

// The end of a trial, or of an attempt that is followed by another ("retried").
Event event_of(std::string event, const record::Record& record, std::uint32_t attempt);

class EventLog {
 public:
  // Appends to `path`, making the file if need be. Throws Failure when it cannot.
  explicit EventLog(std::filesystem::path path);

  // A full disk costs the line, not the run; lost() tells how many.
  void write(const Event& event);
  std::uint64_t lost() const { return lost_; }

 private:
  std::filesystem::path path_;
  Fd file_;
  std::uint64_t lost_ = 0;
};

}  // namespace redcode::steer
