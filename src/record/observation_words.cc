#include "record/observation_words.h"

#include <array>

namespace redcode::record {
namespace {

// In the order of the enum.
constexpr std::array<std::string_view, 8> observer_names{
    "accesses", "attempts", "exec", "files", "git", "limits", "network", "processes"};

}  // namespace

std::string_view name(Observer observer) {
  return observer_names.at(static_cast<std::size_t>(observer));
}

Observer observer_named(std::string_view name) {
  if (name == "door") return Observer::exec;
  return enum_from<Observer>(name, observer_names);
}

void to_json(Json& json, Observer observer) { json = name(observer); }

}  // namespace redcode::record
