// Survey: what the lines of a run's records add up to, and what is wrong with them.
//
// Read on several threads, a block of lines each; memory is a byte for each planned trial. Verdicts
// are those the records were stored with.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "record/record.h"
#include "run/plan/plan.h"

namespace redcode::report {

struct Survey {
  std::uint64_t planned = 0;
  std::uint64_t over = 0;        // planned trials that are not to be run again
  std::uint64_t seen = 0;        // planned trials with a record
  std::uint64_t records = 0;     // sound lines
  std::uint64_t cut = 0;         // lines without their end, as a crash leaves them
  std::uint64_t changed = 0;     // lines that do not match their checksum, or are no records
  std::uint64_t foreign = 0;     // records of trials that are not in the plan
  std::uint64_t duplicates = 0;  // records of trials that had been judged before
  std::uint64_t retried = 0;     // attempts beyond each trial's first
  std::uint64_t blobs = 0;       // referred to, and sound; only if they were looked at
  std::uint64_t blobs_missing = 0;
  std::uint64_t blobs_damaged = 0;
  std::array<std::uint64_t, record::all_outcomes> outcomes{};  // by each trial's last record
  std::map<std::string, std::uint64_t> faults = {};            // by whose, of all records
  std::vector<std::string> complaints = {};                    // the first of them, safe to print
};

struct SurveyOptions {
  bool blobs = false;          // read those that records refer to
  std::size_t threads = 0;     // 0: one per core
  std::uint32_t attempts = 3;  // after so many a trial that failed is over
};

// A run without records has an empty one. Throws Failure when the disk does not give them.
Survey survey(const std::filesystem::path& run, const plan::Plan& plan,
              const SurveyOptions& options = {});

}  // namespace redcode::report
