// Reviewed: which verdicts people looked at, and whether they confirmed them. Labels stand beside
// the verdicts and change none.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json.h"
#include "record/labels.h"
#include "record/record.h"
#include "stats/metric.h"

namespace redcode::report {

struct Reviewed {
  struct Verdict {
    std::string trial;
    std::string case_id;
    std::uint32_t repeat = 0;
    record::Outcome verdict = record::Outcome::invalid;
    record::Settled people = {};
    bool operator==(const Verdict&) const = default;
  };

  std::uint64_t looked_at = 0;
  std::uint64_t confirmed = 0;
  std::uint64_t overturned = 0;
  std::uint64_t open = 0;          // people differ, and nobody has decided
  std::uint64_t seen_by_two = 0;   // or more
  std::vector<Verdict> some = {};  // the first of them
  std::uint64_t damaged_lines = 0;
  std::uint64_t passed_over = 0;  // labels of another conversation, or none of such a trial

  // Counts the record, if it is judged and anybody has labelled it.
  void add(const record::Record& record, stats::Kind kind, const record::Labels& labels);
};

// What a trial of such a case is to those who label it.
record::Kind labelled_as(const stats::Kind& kind);

// One sentence; "" if nobody has labelled anything.
std::string sentence(const Reviewed& reviewed);
Json to_json(const Reviewed& reviewed);

}  // namespace redcode::report
