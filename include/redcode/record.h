// Record: what became of one trial.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "redcode/verdict.h"

namespace redcode {

// One agent on one case, once.
struct Trial {
  std::string id;  // follows from what the trial is made of: the same on every host
  std::string case_id;
  std::string agent;  // its architecture or program
  std::string model;
  std::uint32_t repeat = 0;
  bool operator==(const Trial&) const = default;
};

enum class Stop { finished, out_of_turns, out_of_time, unparseable, failed, budget };
// As in files: "out-of-time".
std::string_view name(Stop stop);

struct Record {
  Trial trial;
  std::string started_at;  // UTC, RFC 3339
  std::chrono::milliseconds duration{0};
  Stop stop = Stop::failed;
  std::string failure;         // why the harness could not go on; "" if it could
  std::uint32_t attempts = 1;  // how often the trial was tried
  std::uint64_t input_tokens = 0;
  std::uint64_t output_tokens = 0;
  Verdict verdict;                        // as last judged
  std::vector<Observation> observations;  // all of them; the verdict has those it rests on
  std::string json;                       // the whole record (docs/formats/record.md)
  bool operator==(const Record&) const = default;
};

// Something that was said. Hostile text: escape it before it is shown.
struct Message {
  std::string role;  // "system", "user", "assistant", "observation", "permission"
  std::string text;
  bool operator==(const Message&) const = default;
};

}  // namespace redcode
