// Turns: the messages of a conversation, for the formats in which its two sides must alternate.
#pragma once

#include <string_view>

#include "base/json.h"

namespace redcode::wire {

// Adds what `role` says, a list of parts, as {"role": role, parts_key: parts}, or to the last turn
// if that is of the same role. No parts, no turn.
void add_turn(Json& turns, std::string_view role, std::string_view parts_key, Json parts);

}  // namespace redcode::wire
