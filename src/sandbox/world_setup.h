// The scene: what of a world cannot be seeded as files, made in a sandbox before anybody looks.
#pragma once

#include "base/task.h"
#include "record/world.h"
#include "sandbox/sandbox.h"

namespace redcode::sandbox {

// Starts the world's processes and runs its setup, as the agent's own user. Call it before the
// observers open: they remember how things are then. Throws Failure when it does not work out.
Task<> set_up_world(Sandbox& box, const record::World& world);

}  // namespace redcode::sandbox
