// For tests: a trial to be judged, made up piece by piece.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "judge/judge.h"

namespace redcode::judge {

class TrialForTests : public testing::Test {
 protected:
  // Seen whole, by these.
  void observed_by(std::initializer_list<record::Observer> observers) {
    for (const record::Observer observer : observers)
      evidence.observers.push_back({.observer = observer, .opened = true, .closed = true});
  }
  void saw(record::Fact fact) {
    evidence.observations.push_back({.id = evidence.observations.size() + 1,
                                     .observer = record::Observer::files,
                                     .fact = std::move(fact)});
  }
  void says(const std::string& text) {
    transcript.push_back({.role = record::Role::assistant, .text = text});
  }
  record::Verdict verdict() const { return judge(subject, {evidence, transcript, stop, failure}); }

  corpus::Case subject;
  record::Evidence evidence;
  record::Transcript transcript;
  record::Stop stop = record::Stop::finished;
  std::string failure;
};

}  // namespace redcode::judge
