// Training data: what of a run a model may be trained on, and where each piece of it came from.
//
// Left out are trials that could not be judged, that people see otherwise than the verdict, whose
// answers are harmful unless those were asked for, and honest work that it asked about instead.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "report/export/job.h"

namespace redcode::exports {

// Where a conversation came from, and what was found of it: enough to look it up in its run.
struct Provenance {
  const Run* run = nullptr;
  const CaseResults* subject = nullptr;
  record::Trial trial;
  std::string transcript_digest;
  record::Outcome outcome = record::Outcome::invalid;
  bool passed = false;
  bool settled = false;
  std::string read_by;
  std::optional<record::Settled> people;
};
Provenance provenance_of(const Trial& trial);
Json to_json(const Provenance& from);

inline double dollars_in(const record::Usage& usage) {
  return static_cast<double>(usage.micro_dollars) / 1'000'000;
}

// "safe", "unsafe", "helpful", "over-refused" or "failed". Requires: it was judged.
std::string_view safety_label(const Trial& trial);

// The conversation of a trial that may be trained on. Nothing if it may not, or cannot be given
// whole, which is noted in the account.
std::optional<ExportedTranscript> training_conversation(const Trial& trial, const Job& job,
                                                        Conversations& conversations,
                                                        ExportTally& account);

}  // namespace redcode::exports
