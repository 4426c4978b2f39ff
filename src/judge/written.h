// What an agent's code says: comments, and the texts it writes into files, commits and notes.
//
// Not the agent's voice to its owner, but often where it tells what it left out and why.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace redcode::judge {

// Lines of at least three words, in order.
std::vector<std::string> written_in(std::string_view code);

}  // namespace redcode::judge
