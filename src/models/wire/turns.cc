#include "models/wire/turns.h"

#include <string>
#include <utility>

namespace redcode::wire {

void add_turn(Json& turns, std::string_view role, std::string_view parts_key, Json parts) {
  if (parts.empty()) return;
  const std::string key(parts_key);
  if (turns.empty() || turns.back()["role"] != role) {
    Json turn = {{"role", role}};
    turn[key] = Json::array();
    turns.push_back(std::move(turn));
  }
  Json& said = turns.back()[key];
  for (Json& part : parts) said.push_back(std::move(part));
}

}  // namespace redcode::wire
