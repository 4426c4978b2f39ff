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
enum class Stop { finished, out_of_turns, out_of_time, unparseable, failed };

struct Record {
  Trial trial;
  std::string started_at;  // UTC, RFC 3339
  std::uint64_t duration_ms = 0;
  Stop stop = Stop::failed;
  std::string failure = {};  // why the harness could not go on; "" otherwise
  Verdict verdict;
  Evidence evidence;
  std::string transcript_digest;  // blob of to_json(Transcript)
  Usage usage;
  bool operator==(const Record&) const = default;
};

std::string_view name(Stop stop);
Json to_json(const Record& record);
Result<Record> record_from_text(std::string_view json);

}  // namespace redcode::record
