// jittered: a wait that differs a little each time, so that many who wait do not come back at once.
#pragma once

#include <chrono>
#include <random>

namespace redcode {

// Between half of `span` and all of it.
inline std::chrono::milliseconds jittered(std::chrono::milliseconds span) {
  std::random_device random;
  using Count = std::chrono::milliseconds::rep;
  return std::chrono::milliseconds(
      std::uniform_int_distribution<Count>(span.count() / 2, span.count())(random));
}

}  // namespace redcode
