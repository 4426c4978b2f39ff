// The Docker calls that one trial makes, issued bare: what our own cost is measured against.
#pragma once

#include <chrono>
#include <string>

#include "base/semaphore.h"
#include "base/task.h"
#include "corpus/case.h"

namespace redcode::app {

struct BareTrial {
  const corpus::Case& subject;
  std::string code;                   // run by bash
  std::chrono::milliseconds latency;  // slept where a trial waits for its model, twice
};

// Holds `permit` until the container is removed.
Task<> bare_trial(BareTrial trial, Semaphore::Permit permit);

}  // namespace redcode::app
