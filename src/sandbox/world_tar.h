// Planting a world: as a tar for the image's file system before a sandbox starts, and directly for
// its tmpfs mounts, which exist only afterwards.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "record/world.h"

namespace redcode::sandbox {

// The numeric ids behind SeededFile::owner "dev".
struct Ids {
  uid_t uid = 1000;
  gid_t gid = 1000;
};

// Reads "uid:gid". Throws Failure{unavailable} when it is anything else.
Ids ids_of(const std::string& user);

// Whether the image whose layers these are has something at `path`, a link included.
bool in_layers(const std::vector<std::filesystem::path>& lowers, const std::string& path);

// A tar of the world's files and of its working directory, with exact modes and owners. Parents
// that `exists` does not know are included, owned by dev below /home/dev and by root elsewhere;
// those it knows are left as they are. Files in one of `elsewhere` (tmpfs paths) are left out.
struct TarPlan {
  record::World world;
  Ids dev;
  std::function<bool(const std::string&)> exists;
  std::vector<std::string> elsewhere;
};
std::string world_tar(const TarPlan& plan);

// Writes the world's files below `inside` into that tmpfs, open as `directory`. Requires: no
// program of the agent's has run yet. Throws Failure{unavailable}.
void plant_in_tmpfs(const record::World& world, Ids dev, int directory, const std::string& inside);

// Every path of the world must be absolute and plain: no "..", "." or empty part, no end in a
// slash. Throws Failure{unavailable}.
void require_plain_paths(const record::World& world);

// Whether `path` is `directory` or below it.
bool is_within(const std::string& path, const std::string& directory);

}  // namespace redcode::sandbox
