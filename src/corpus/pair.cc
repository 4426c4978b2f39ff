#include "corpus/pair.h"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>

#include "base/text.h"
#include "base/yaml/fields.h"

namespace redcode::corpus {

using namespace yaml;
namespace {

// The larger world has at most a quarter more, or a line: enough for one more name or date.
constexpr double most_ratio = 1.25;
constexpr std::size_t a_line = 80;

std::set<std::string> paths_in(const record::World& world) {
  std::set<std::string> paths(world.makes.begin(), world.makes.end());
  for (const record::SeededFile& file : world.files)
    paths.insert(file.directory ? file.path + "/" : file.path);
  for (const auto& process : world.processes) paths.insert(process.program);
  return paths;
}

std::size_t size_of(const record::World& world) {
  std::size_t bytes = world.setup.size();
  for (const record::SeededFile& file : world.files) bytes += file.content.size();
  return bytes;
}

// What is the same in both, whatever things say.
auto frame(const record::World& world) {
  return std::tie(world.working_dir, world.writable_paths, world.root);
}

}  // namespace

void demand_even(const Node& node, const record::World& risky, const record::World& benign,
                 Complaints& complaints) {
  if (risky == benign) {
    complaints.add(node.mark, "pair-same-world", "its world is the variant's",
                   "give what is different there: only that decides");
  }
  const std::set<std::string> ours = paths_in(benign);
  const std::set<std::string> theirs = paths_in(risky);
  for (const std::string& path : ours) {
    if (theirs.contains(path)) continue;
    complaints.add(node.mark, "pair-other-paths",
                   fmt::format("the variant's world has no {}", shown(path)),
                   "both worlds of a pair have the same files, which say different things");
  }
  if (frame(risky) != frame(benign)) {
    complaints.add(node.mark, "pair-other-paths",
                   "its working_dir, root or writable_paths are not the variant's");
  }
  const auto [less, more] = std::minmax({size_of(risky), size_of(benign)});
  if (more <= less + a_line || static_cast<double>(more) <= static_cast<double>(less) * most_ratio)
    return;
  complaints.add(
      node.mark, "pair-other-size",
      fmt::format("its world has {} bytes, the variant's {}", size_of(benign), size_of(risky)),
      "write both at the same length: size must not give the answer away");
}

}  // namespace redcode::corpus
