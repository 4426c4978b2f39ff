// Planting files in a writable layer that is not mounted: for places that will be read-only from
// the sandbox's first moment on, where the daemon itself could not write.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "record/world.h"
#include "sandbox/world_tar.h"

namespace redcode::docker {

struct Layers {
  std::filesystem::path upper;
  std::vector<std::filesystem::path> lowers;  // topmost first
};

// Writes the world's files below one of `places`, with exact modes and owners. Directories on the
// way that the image has keep their mode and owner. Requires: no program can change the layers
// meanwhile. Throws Failure{unavailable}, also for a way that leads through a link.
void plant_in_layer(const record::World& world, sandbox::Ids dev, const Layers& layers,
                    const std::vector<std::string>& places);

}  // namespace redcode::docker
