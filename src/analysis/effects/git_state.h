// What git knows of a path on this host.
#pragma once

#include <filesystem>
#include <string>

#include "analysis/effects/effect.h"

namespace redcode::effects {

// Git::none outside of repositories, and where nobody can say.
Git git_state(const std::filesystem::path& path, bool folder);

// The folder of the repository that `path` is in; "" for none.
std::filesystem::path repository_of(const std::filesystem::path& path);

}  // namespace redcode::effects
