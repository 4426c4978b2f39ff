#include "run/queue/queue.h"

#include <array>

namespace redcode::queue {

std::string_view name(Order order) {
  static constexpr std::array<std::string_view, 3> names{"go", "pause", "stop"};
  return names.at(static_cast<std::size_t>(order));
}

}  // namespace redcode::queue
