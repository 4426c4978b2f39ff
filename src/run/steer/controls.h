// Controls: a run under way as others see it and steer it: its numbers, and pause, go on, more or
// fewer at a time, cancel.
//
// Numbers and words of ours only: nothing an agent or a model said is ever in a Status.
//
// Thread safety: used from the one thread that runs the tasks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/json.h"

namespace redcode::steer {

struct UnderWay {
  std::string case_id = {};
  double seconds = 0;  // since it began
  bool operator==(const UnderWay&) const = default;
};

struct Status {
  std::uint64_t planned = 0;
  std::uint64_t over = 0;     // have a result, skipped ones among them
  std::uint64_t skipped = 0;  // were over before this process began
  std::uint64_t running = 0;
  std::vector<UnderWay> under_way = {};  // of those, the ones that began first; 20 at most
  std::uint64_t retried = 0;             // attempts beyond each trial's first
  std::uint64_t queued = 0;
  std::map<std::string, std::uint64_t> outcomes = {};  // by name, of this process
  std::uint64_t input_tokens = 0;
  std::uint64_t output_tokens = 0;
  double seconds = 0;               // since this process began
  std::size_t concurrency = 0;      // trials at a time
  std::size_t sandboxes_limit = 0;  // open at a time, as the host allows now
  std::string order = "go";         // "pause", "stop"
  std::string why_slow = {};  // "memory", "disk", "cpu", "io", "model"; "": nothing holds it up
  std::string run_folder = {};
  bool operator==(const Status&) const = default;
};

Json to_json(const Status& status);
// What is missing or of another type is as in a new Status: the peer may be another version.
Status status_from_json(const Json& json);

class Controls {
 public:
  virtual ~Controls() = default;

  virtual Status status() const = 0;
  // Starts nothing new; what runs is brought to its end.
  virtual void pause() = 0;
  virtual void go_on() = 0;
  // Requires: 1 to most_at_a_time. Fewer than now: those that run end as they would have.
  virtual void set_concurrency(std::size_t trials) = 0;
  // Ends the run as Ctrl-C does; it can be resumed.
  virtual void cancel() = 0;
};

inline constexpr std::size_t most_under_way = 20;
inline constexpr std::size_t most_at_a_time = 100'000;

}  // namespace redcode::steer
