// The same thing again and again, so many at a time.
#pragma once

#include <cstddef>
#include <functional>

#include "base/semaphore.h"
#include "base/task.h"

namespace redcode {

struct Repeats {
  std::size_t count = 1;
  std::size_t at_a_time = 1;
};

// Runs `one` that often; it keeps its permit until it is done. Gives the seconds it took. The first
// failure ends the others and is thrown.
Task<double> seconds_for(Repeats repeats, std::function<Task<>(Semaphore::Permit)> one);

}  // namespace redcode
