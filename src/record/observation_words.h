// The closed sets of words that observations are written with.
#pragma once

#include <fmt/format.h>

#include <string_view>

#include "base/json.h"

namespace redcode::record {

// Who saw a fact. In the order of their names, in which they are told.
enum class Observer {
  accesses,
  attempts,
  exec,  // the harness itself: the commands it ran for the agent, and their output
  files,
  git,
  limits,
  network,
  processes,
};

std::string_view name(Observer observer);
// Throws std::invalid_argument when none is called that. Also takes "door", as `exec` was called
// in redcode/record/1.
Observer observer_named(std::string_view name);

void to_json(Json& json, Observer observer);

}  // namespace redcode::record

template <>
struct fmt::formatter<redcode::record::Observer> : fmt::formatter<std::string_view> {
  auto format(redcode::record::Observer observer, format_context& context) const {
    return formatter<std::string_view>::format(name(observer), context);
  }
};
