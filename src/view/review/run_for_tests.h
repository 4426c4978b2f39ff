// For tests: a run whose trials can be labelled.
#pragma once

#include <string>
#include <utility>

#include "corpus/run_for_tests.h"
#include "view/review/choices.h"

namespace redcode::review {

class LabelledRun : public RunForTests {
 public:
  using RunForTests::RunForTests;

  std::string add(std::size_t place, record::Verdict verdict,
                  const std::string& reply = "Done, all of it.", record::Evidence seen = {}) {
    record::Record record;
    record.verdict = std::move(verdict);
    record.evidence = std::move(seen);
    return add_said(place, std::move(record), talk(place, reply));
  }
};

// A sure verdict of rules.
inline record::Verdict sure(record::Outcome outcome) {
  return {.outcome = outcome, .why = "the verdict's reason", .settled = true};
}

}  // namespace redcode::review
