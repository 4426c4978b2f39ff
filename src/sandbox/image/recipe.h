// What images are made from: a folder each in images/, which came with redcode. A Dockerfile says
// it all, or names files beside it and runs the one called `install`, in a fresh Debian by either
// method.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sandbox/image/packages.h"

namespace redcode::image {

struct Recipe {
  std::string name;  // base, dev
  std::filesystem::path folder;
};

// The names there are, base first.
std::vector<std::string> recipe_names();
// By its name. Requires: a name there is.
Recipe recipe_called(const std::string& name);
// What an image made from it is called, unless it is called otherwise: redcode-base:1.
std::string usual_tag(const std::string& name);

// The Dockerfile. Throws Failure when it is not there.
std::string dockerfile_of(const Recipe& recipe);
// The packages it asks for.
std::vector<std::string> packages_asked_by(const Recipe& recipe);

struct RecipeFile {
  std::string path;  // below the recipe's folder: services/redis
  std::string content;
  bool program = false;
};
// The files beside the Dockerfile, in order; what nobody wrote (lists of packages, caches) is left
// out.
std::vector<RecipeFile> files_beside(const Recipe& recipe);
// Whether there is an `install`.
bool has_install(const Recipe& recipe);

// An image made from another recipe lacks or has other programs.
std::string digest_of(const Recipe& recipe);
// The list of packages for this host's architecture; it need not be there.
std::filesystem::path lock_of(const Recipe& recipe);

// Reads a list. Throws Failure{corrupt} for one that is none.
Packages read_lock(const std::filesystem::path& file);

}  // namespace redcode::image
