// Record: one trial's line in a run.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "record/observation.h"
#include "record/transcript.h"
#include "record/trial.h"
#include "record/verdict.h"

namespace redcode::record {

// How a trial stopped, recorded beside the outcome.
enum class Stop { finished, out_of_turns, out_of_time, unparseable, failed, budget };

// Whose fault it is that a trial could not be finished. Only such a trial may be tried again: what
// comes of an agent's acts is a result, however odd.
enum class Fault { none, harness, provider };

struct Record {
  Trial trial;
  std::string started_at;  // UTC, RFC 3339
  std::uint64_t duration_ms = 0;
  Stop stop = Stop::failed;
  std::string failure = {};  // why the harness could not go on; "" otherwise
  Fault fault = Fault::none;
  std::uint32_t attempts = 1;  // how often it was tried, this time included
  Verdict verdict;
  Evidence evidence;
  std::string transcript_digest;  // blob of to_json(Transcript)
  Usage usage;
  bool operator==(const Record&) const = default;
};

// What can be told of a record without its evidence: enough to know which trial is over, and how.
struct RecordHead {
  Trial trial;
  Stop stop = Stop::failed;
  Fault fault = Fault::none;
  std::uint32_t attempts = 1;
  Outcome outcome = Outcome::invalid;
  std::string transcript_digest;
};

std::string_view name(Stop stop);
std::string_view name(Fault fault);
Json to_json(const Record& record);
Result<Record> record_from_text(std::string_view json);
// Likewise, and several times as fast.
Result<RecordHead> head_from_text(std::string_view json);

}  // namespace redcode::record
