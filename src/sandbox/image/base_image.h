// What the base image is made from: images/base, which came with redcode.
#pragma once

#include <filesystem>
#include <string>

#include "sandbox/image/packages.h"

namespace redcode::image {

// The Dockerfile. Throws Failure when it is not there.
std::string image_dockerfile();
// The packages it asks for, with commas.
std::string image_package_names();
// Digest of the recipe: an image made from another one lacks or has other programs.
std::string image_recipe();
// The list of packages for this host's architecture; it need not be there.
std::filesystem::path image_lock();

// Reads a list. Throws Failure{corrupt} for one that is none.
Packages read_lock(const std::filesystem::path& file);

}  // namespace redcode::image
