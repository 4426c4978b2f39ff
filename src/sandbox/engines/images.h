// Where images are on this host: with the container daemon, and in the folder that oci's sandboxes
// start from.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/say.h"
#include "base/task.h"
#include "sandbox/docker/engine.h"
#include "sandbox/image/archive.h"
#include "sandbox/image/settings.h"

namespace redcode::engines {

// An image as one of the engines has it.
struct ImageHere {
  std::string engine;                 // docker, oci
  std::string digest;                 // what runs record
  std::optional<image::Facts> facts;  // nothing: it was made before they were kept, or by others
};

// Whether the daemon answers; else why not.
Task<std::optional<std::string>> daemon_trouble(docker::Engine& engine);

// What is called `name`, at most once with each engine.
Task<std::vector<ImageHere>> images_called(std::string name, docker::Engine& engine);

struct ImageListener {
  Say progress;
  Say done;  // "oci: NAME is DIGEST"
};
// Gives it to everybody here who makes sandboxes, and says which digest it has there. Throws
// Failure when there is nobody.
Task<> give_image(image::Parts parts, docker::Engine& engine, ImageListener listener);

}  // namespace redcode::engines
