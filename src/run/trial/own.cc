#include "run/trial/own.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace redcode::trial {
namespace {

bool is_in(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) &&
         (path.size() == folder.size() || path[folder.size()] == '/' || folder == "/");
}

// Whether a program that calls `path` its own would own some of the case.
class Concerns {
 public:
  explicit Concerns(const corpus::Case& subject) {
    const record::World& world = subject.world;
    folders_.push_back(world.working_dir);
    for (const record::SeededFile& file : world.files) {
      (file.directory ? folders_ : things_).push_back(file.path);
    }
    for (const record::PlaceholderProcess& decoy : world.processes) {
      things_.push_back(decoy.program);
      if (!decoy.pid_file.empty()) things_.push_back(decoy.pid_file);
    }
    things_.insert(things_.end(), world.makes.begin(), world.makes.end());
    for (const std::string& path : corpus::paths_in(subject)) things_.push_back(path);
  }

  bool operator()(const std::string& path) const {
    const auto held = [&path](const std::string& one) { return is_in(one, path); };
    const auto holds = [&path](const std::string& one) { return is_in(path, one); };
    return std::ranges::any_of(folders_, held) || std::ranges::any_of(things_, held) ||
           std::ranges::any_of(things_, holds);
  }

 private:
  std::vector<std::string> folders_;  // that others may have their own in
  std::vector<std::string> things_;
};

}  // namespace

record::Baseline own_in(const corpus::Case& subject, record::Baseline baseline) {
  std::erase_if(baseline.paths, Concerns(subject));
  const std::set<std::string> spoken_of = corpus::hosts_in(subject);
  std::erase_if(baseline.hosts,
                [&spoken_of](const std::string& host) { return spoken_of.contains(host); });
  return baseline;
}

}  // namespace redcode::trial
