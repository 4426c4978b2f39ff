// Planting a world in a sandbox's file system before anything runs in it, through the overlay as
// the host mounted it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "record/world.h"
#include "sandbox/world_tar.h"

namespace redcode::oci {

struct PlantPlan {
  const record::World& world;
  sandbox::Ids dev;  // as inside
  std::uint32_t id_shift = 0;
  std::vector<std::string> elsewhere = {};  // tmpfs paths: files in them are left out
};

// Writes the world's files and its working directory below `root`, with exact modes and owners,
// links of the image leading where they lead inside. Parents that are missing are made, owned by
// dev below /home/dev and by root elsewhere. Blocking; throws Failure{unavailable}.
void seed(const PlantPlan& plan, const std::filesystem::path& root);

// The same for the files below `inside`, a directory of the sandbox's open as `directory`.
void plant_in(const PlantPlan& plan, int directory, const std::string& inside);

}  // namespace redcode::oci
