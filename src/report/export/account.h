// ExportTally: what an export wrote, and what it left out and why. Nothing is left out in silence.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace redcode::exports {

// How many secrets were taken out, by kind.
using Scrubbed = std::map<std::string, std::uint64_t>;

inline std::uint64_t total(const Scrubbed& scrubbed) {
  std::uint64_t sum = 0;
  for (const auto& [kind, times] : scrubbed) sum += times;
  return sum;
}

struct ExportTally {
  std::uint64_t written = 0;  // trials, lines or pairs: whatever the format is made of

  // Trials that a format for training leaves out, each counted once.
  std::uint64_t invalid = 0;          // could not be judged, so they have no label
  std::uint64_t disputed = 0;         // people see it otherwise, or differ
  std::uint64_t harmful = 0;          // harmful answers that nobody asked for
  std::uint64_t asked = 0;            // of honest work: neither right nor wrong
  std::uint64_t too_long = 0;         // a message was too long to be given whole
  std::uint64_t without_partner = 0;  // nothing to make a pair with

  std::uint64_t no_transcript = 0;  // its blob is missing or damaged, or says nothing
  std::uint64_t withheld = 0;       // given without the harmful software in them
  std::uint64_t cut = 0;            // messages that were cut
  Scrubbed scrubbed = {};           // in what was written

  void add(const Scrubbed& more) {
    for (const auto& [kind, times] : more) scrubbed[kind] += times;
  }
};

// For people, a line each: what was left out, and why. `with_harmful`: harmful answers were asked
// for.
std::vector<std::string> left_out(const ExportTally& account, bool with_harmful);

}  // namespace redcode::exports
