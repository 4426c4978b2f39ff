// The Docker calls that one trial makes, issued bare: what our own cost is measured against.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "base/semaphore.h"
#include "base/task.h"
#include "corpus/case.h"

namespace redcode::app {

// The layers of an image, which a trial's engine knows before its first sandbox.
Task<std::vector<std::filesystem::path>> image_layers(std::string image);

struct BareTrial {
  const corpus::Case& subject;
  std::vector<std::filesystem::path> lowers;
  std::string code;                      // run by bash
  std::chrono::milliseconds latency{0};  // slept where a trial waits for its model, twice
};

// Holds `permit` until the container is removed. `trial` must outlive it.
Task<> bare_trial(const BareTrial& trial, Semaphore::Permit permit);

}  // namespace redcode::app
