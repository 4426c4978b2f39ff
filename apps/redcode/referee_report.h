// Second opinions: how often a model judge says of generated code what static analysis found.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "judge/rejudge.h"
#include "out.h"
#include "run/referee/grading.h"

namespace redcode::app {

class RefereeReport {
 public:
  // Of those that differ, as many are told one by one.
  explicit RefereeReport(std::size_t shown) : shown_(shown) {}

  void add(const judge::Rejudged& one, const referee::Grading& grading);
  void tell(Out& out) const;

 private:
  struct Difference {
    std::string case_id;
    record::Outcome outcome = record::Outcome::invalid;
    referee::Grading grading;
  };

  std::uint64_t times(record::Outcome outcome, record::Outcome second) const;
  void tell_table(Out& out) const;
  void tell_differences(Out& out) const;

  std::size_t shown_;
  std::map<std::pair<record::Outcome, record::Outcome>, std::uint64_t> counts_;
  std::map<std::uint64_t, Difference> differ_;  // by line: the first so many
};

}  // namespace redcode::app
