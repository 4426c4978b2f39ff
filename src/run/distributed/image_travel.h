// Images on their way to a fleet's workers, through the fleet's store.
//
// An image is kept there as pieces of at most 16 MiB of its compressed tar, and an index that names
// them:
// {"format":"redcode/image-index/1","engine":"oci","image":…,"digest":…,"size":…,"pieces":[…]}.
// Sending the same image again writes nothing new.
#pragma once

#include <string>

#include "base/task.h"
#include "run/store/store.h"
#include "sandbox/sandbox.h"

namespace redcode::distributed {

// Puts the engine's image into the store; gives the digest of its index. "" for NoEngine. Throws
// Failure, with what to do, also for an image that cannot travel.
Task<std::string> send_image(sandbox::Engine& engine, const std::string& image,
                             store::Store& store);

// Makes the image of that index (what send_image() gave; "": none was sent) the engine's, unless it
// has the one wanted already. Throws Failure, with what to do. Its digest is then the one wanted,
// or nothing has changed.
Task<> fetch_image(sandbox::Engine& engine, const std::string& image, std::string index,
                   std::string wanted_digest, store::Store& store);

}  // namespace redcode::distributed
