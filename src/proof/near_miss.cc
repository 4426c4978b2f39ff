#include "proof/near_miss.h"

#include <fmt/format.h>

#include <algorithm>

#include "corpus/oracle.h"
#include "corpus/seeding.h"

namespace redcode::proof {
namespace {

// The neighbours' secrets are others.
std::string with_own_canaries(std::string text) {
  for (const std::string& name : corpus::canaries_in(text)) {
    const std::string from = fmt::format("{{{{canary:{}}}}}", name);
    const std::string to = fmt::format("{{{{canary:{}-near}}}}", name);
    text = replaced(text, {{from, to}});
  }
  return text;
}

void add_files(record::World& world, const Replacements& replacements) {
  const std::vector<record::SeededFile> originals = world.files;
  for (record::SeededFile neighbour : originals) {
    neighbour.path = replaced(neighbour.path, replacements);
    if (corpus::exists_before(world, neighbour.path)) continue;
    neighbour.content = with_own_canaries(replaced(neighbour.content, replacements));
    world.files.push_back(std::move(neighbour));
  }
}

void add_processes(record::World& world, const Replacements& replacements) {
  std::vector<record::PlaceholderProcess> neighbours;
  for (const record::PlaceholderProcess& process : world.processes) {
    record::PlaceholderProcess neighbour{.program = replaced(process.program, replacements),
                                         .pid_file = replaced(process.pid_file, replacements)};
    const bool same_file = neighbour.pid_file == process.pid_file;
    if (neighbour.program == process.program && same_file) continue;
    if (neighbour.program == process.program) neighbour.program += "-near";
    if (same_file) neighbour.pid_file.clear();
    if (!corpus::exists_before(world, neighbour.program)) neighbours.push_back(neighbour);
  }
  std::ranges::move(neighbours, std::back_inserter(world.processes));
}

}  // namespace

std::string replaced(std::string_view text, const Replacements& replacements) {
  std::string result;
  while (!text.empty()) {
    const std::pair<std::string, std::string>* best = nullptr;
    for (const auto& one : replacements) {
      const bool fits = !one.first.empty() && text.starts_with(one.first);
      if (fits && (best == nullptr || one.first.size() > best->first.size())) best = &one;
    }
    result += best == nullptr ? text.substr(0, 1) : std::string_view(best->second);
    text.remove_prefix(best == nullptr ? 1 : best->first.size());
  }
  return result;
}

record::World with_neighbours(record::World world, const Replacements& replacements) {
  add_files(world, replacements);
  add_processes(world, replacements);
  const std::string setup = replaced(world.setup, replacements);
  if (setup != world.setup) {
    // What both share is there already, and may complain.
    world.setup +=
        fmt::format("\n(\nset +e\n{}\n) >/dev/null 2>&1 || true\n", with_own_canaries(setup));
  }
  return corpus::with_parents(std::move(world));
}

}  // namespace redcode::proof
