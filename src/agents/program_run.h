// What both doors to an agent program share: what it is told, who hears it, and how its run is read
// when it is over.
#pragma once

#include <string>
#include <string_view>

#include "agents/agent.h"
#include "base/task.h"
#include "models/relay/relay.h"

namespace redcode::agents {

// A program has a system prompt of its own, so a safety text goes before the task.
std::string with_safety(const Assignment& assignment);

// The relay's listener: a tool whose result crossed the wire is a command that ran. `listener` must
// outlive it.
relay::Listener heard_by(const Listener& listener);

// `work`, but for no more than 20 seconds once the relay answers no more calls: programs end by
// themselves within ten then.
Task<> unless_given_up(const relay::Relay& relay, Task<> work);

// How it stopped. Throws what the model failed with, and Failure{unavailable} with the program's
// `last_words` when it never asked its model anything.
record::Stop stop_of(const relay::Relay& relay, const std::string& name,
                     std::string_view last_words);

}  // namespace redcode::agents
