// Record: one trial's line in a run.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

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

// A try that was cut short and after which the trial was tried again.
struct Earlier {
  std::uint32_t number = 1;  // from 1
  Stop stop = Stop::failed;
  Fault fault = Fault::none;
  std::string failure = {};
  Outcome outcome = Outcome::invalid;
  bool attempt = false;
  bool effect = false;
  bool unsure = false;     // as in Verdict
  bool disturbed = false;  // likewise
  std::string why = {};
  std::string evidence_digest = {};    // blob of to_json(Evidence); "": no sandbox was opened
  std::string transcript_digest = {};  // blob of to_json(Transcript)
  bool operator==(const Earlier&) const = default;
};

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
  std::string transcript_digest;      // blob of to_json(Transcript)
  Usage usage;                        // of all tries
  std::vector<Earlier> earlier = {};  // oldest first; the verdict counts them (tries.h)
  bool operator==(const Record&) const = default;
};

// What can be told of a record without its evidence: enough to know which trial is over, and how.
struct RecordHead {
  Trial trial;
  Stop stop = Stop::failed;
  Fault fault = Fault::none;
  std::uint32_t attempts = 1;
  Outcome outcome = Outcome::invalid;
  bool attempt = false;
  std::string transcript_digest;
};

std::string_view name(Stop stop);
std::string_view name(Fault fault);
Json to_json(const Record& record);
Result<Record> record_from_text(std::string_view json);
// Likewise, and several times as fast.
Result<RecordHead> head_from_text(std::string_view json);

}  // namespace redcode::record
