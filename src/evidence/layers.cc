#include "evidence/layers.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <cerrno>
#include <set>
#include <utility>

#include "base/failure.h"
#include "base/text.h"

namespace redcode::evidence {
namespace {

constexpr std::size_t most_names = 50'000;

[[noreturn]] void unreadable(const std::string& path) {
  throw Failure(Failure::Kind::unavailable,
                fmt::format("cannot look up {} in the image's layers", one_line(path, 200)));
}

// Adds what one layer's directory shows and the layers above it do not hide.
void add_visible(int directory, std::set<std::string>& known, std::vector<std::string>& visible) {
  for (const std::string& name : names_in(directory, most_names)) {
    struct stat status{};
    if (!known.insert(name).second) continue;
    if (fstatat(directory, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (!is_whiteout(status)) visible.push_back(name);
  }
}

}  // namespace

// One layer's word on a path.
struct Layers::Sight {
  bool found = false;
  bool final = false;  // the layers below have no say
  Fd parent = {};      // of what was found
  std::string name = {};
};

Layers::Layers(const std::vector<std::filesystem::path>& topmost_first, TreeReader& reader)
    : reader_(reader) {
  for (const std::filesystem::path& path : topmost_first) {
    Fd layer(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!layer) {
      throw Failure(Failure::Kind::unavailable,
                    fmt::format("cannot read the image layer {}", path.string()));
    }
    layers_.push_back(std::move(layer));
  }
}

Layers::Sight Layers::see(int layer, const std::string& path) {
  Fd directory = open_directory(layer, ".");
  if (!directory) unreadable(path);
  bool hides_below = false;
  std::vector<std::string> names = split(path.substr(1), '/');
  const std::string last = names.back();
  names.pop_back();
  struct stat status{};
  for (const std::string& name : names) {
    if (fstatat(directory.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
      return {.final = hides_below};
    }
    if (!S_ISDIR(status.st_mode)) return {.final = true};
    directory = open_directory(directory.get(), name);
    if (!directory) unreadable(path);
    hides_below = hides_below || is_opaque(directory.get());
  }
  if (fstatat(directory.get(), last.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
    return {.final = hides_below};
  }
  if (is_whiteout(status)) return {.final = true};
  return {.found = true, .final = hides_below, .parent = std::move(directory), .name = last};
}

std::optional<Node> Layers::look(const std::string& path) const {
  for (const Fd& layer : layers_) {
    const Sight sight = see(layer.get(), path);
    if (sight.found) return reader_.read_entry(sight.parent.get(), sight.name, path);
    if (sight.final) return std::nullopt;
  }
  return std::nullopt;
}

bool Layers::has(const std::string& path) const {
  for (const Fd& layer : layers_) {
    const Sight sight = see(layer.get(), path);
    if (sight.found || sight.final) return sight.found;
  }
  return false;
}

std::vector<std::string> Layers::children(const std::string& path) const {
  std::set<std::string> known;
  std::vector<std::string> visible;
  for (const Fd& layer : layers_) {
    const Sight sight = see(layer.get(), path);
    if (!sight.found && !sight.final) continue;
    if (!sight.found) break;
    const Fd directory = open_directory(sight.parent.get(), sight.name);
    if (!directory && errno != ENOTDIR && errno != ELOOP) unreadable(path);
    if (!directory) break;  // a file here hides any directory below
    add_visible(directory.get(), known, visible);
    if (sight.final || is_opaque(directory.get())) break;
  }
  return visible;
}

void Layers::collect(const std::string& path, std::vector<std::string>& found) const {
  for (const std::string& name : children(path)) {
    if (!reader_.take_entry()) return;
    const std::string child = fmt::format("{}/{}", path, name);
    found.push_back(child);
    collect(child, found);
  }
}

std::vector<std::string> Layers::below(const std::string& path) const {
  std::vector<std::string> found;
  collect(path, found);
  return found;
}

}  // namespace redcode::evidence
