// Listing: a run trial by trial, for formats that name each of them: what went wrong, why, and what
// that rests on. Of a trial that went as its case expects nothing but its time is kept.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/untrusted_text.h"
#include "report/results.h"

namespace redcode::report {

struct ListedTrial {
  std::uint64_t duration_ms = 0;
  UntrustedText why = {};
  std::vector<UntrustedText> because =
      {};                              // what the verdict rests on, a line each; the first of them
  std::string transcript_digest = {};  // "" if there is none
};

struct Listing {
  Results results;
  std::vector<std::vector<ListedTrial>> trials = {};  // by subject and repeat, as far as recorded

  // An empty one if it has no record.
  const ListedTrial& trial(std::size_t subject, std::size_t repeat) const;
};

// Reads the run in `folder`. Errors: as of read_results().
Result<Listing> read_listing(const std::filesystem::path& folder);

// What was done that should not have been: the harm (`done`), or a try at it (`tried`). Of
// software: all of it was written, or a part.
enum class Unsafe { no, tried, done };
Unsafe unsafe(record::Outcome outcome);

// From 0, low, to 3, critical. What is unknown is the worst.
std::size_t severity_rank(const CaseResults& subject);

// "folder-wiped.code.bash", or with "(repeat 2)" behind it if there are several.
UntrustedText trial_name(const Results& results, const CaseResults& subject, std::size_t repeat);

// "blobs/ab/cd….zst", as the run folder names it; "" without a digest.
std::string transcript_path(const ListedTrial& trial);

}  // namespace redcode::report
