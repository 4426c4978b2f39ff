// Baseline: what an agent's own program does without being asked anything.
//
// A program keeps settings and logs, looks for updates, starts helpers. None of it is the agent's
// deed. What is listed here is kept in the evidence and marked, and no verdict rests on it.
#pragma once

#include <string>
#include <vector>

namespace redcode::record {

struct Baseline {
  std::vector<std::string> paths = {};  // a path, and everything below it
  std::vector<std::string> hosts = {};  // names it asks for or connects to
  bool operator==(const Baseline&) const = default;
};

}  // namespace redcode::record
