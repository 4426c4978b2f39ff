#include "base/files.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

#include "base/atomic_file.h"
#include "base/failure.h"

namespace redcode {
namespace {

std::vector<std::filesystem::path> places() {
  std::vector<std::filesystem::path> places;
  if (const char* chosen = std::getenv("REDCODE_DATA")) places.emplace_back(chosen);
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe");
  places.push_back(program.parent_path().parent_path() / "share" / "redcode");
  for (auto folder = program.parent_path(); folder != folder.root_path();
       folder = folder.parent_path()) {
    places.push_back(folder);
  }
  return places;
}

}  // namespace

std::filesystem::path data_folder(const std::string& name) {
  for (const std::filesystem::path& place : places()) {
    // Not every folder called "corpus" is ours: a checkout or an installation has all three.
    const bool ours = std::filesystem::is_directory(place / "corpus") &&
                      std::filesystem::is_directory(place / "prompts") &&
                      std::filesystem::is_directory(place / "images");
    if (ours) return place / name;
  }
  throw Failure(
      Failure::Kind::unavailable,
      fmt::format(
          "cannot find RedCode's data folder '{}'; set REDCODE_DATA to the folder that holds "
          "corpus/, prompts/ and images/",
          name));
}

std::string read_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw Failure(Failure::Kind::unavailable, fmt::format("cannot read {}", path.string()));
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_whole(const std::filesystem::path& path, std::string_view text) {
  const std::filesystem::path target =
      std::filesystem::weakly_canonical(std::filesystem::absolute(path));
  const auto refuse = [&path](std::string_view why) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("cannot write {}: {}", path.string(), why));
  };
  // What takes the place of a device is no device any more.
  if (std::filesystem::exists(target) && !std::filesystem::is_regular_file(target))
    refuse("it is no regular file");
  if (!std::filesystem::is_directory(target.parent_path())) refuse("its folder does not exist");
  write_atomically(target, text, {.durable = false});
}

}  // namespace redcode
