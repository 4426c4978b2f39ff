// Build steps: how a base image's files are made, by debootstrap or from the Dockerfile. What comes
// of it is not reproducible yet: normal_tar.h makes it so.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/task.h"

namespace redcode::image {

struct Bootstrap {
  std::vector<std::string> packages;
  std::filesystem::path recipe =
      {};              // folder with an `install` that makes the rest; "": there is none
  std::string mirror;  // "": Debian's
  std::filesystem::path root;
  std::filesystem::path tar;
};
// The programs to run one after the other, as root. Packages are debootstrap's business, or that of
// the recipe's `install`, which runs in the new system with processes of its own. Only what the
// mirror's keys vouch for gets in; the mirror's indexes stay, since they know the packages'
// digests.
std::vector<std::vector<std::string>> debootstrap_steps(const Bootstrap& bootstrap);

// Runs it to its end. Throws Failure with the end of its output when it fails.
Task<> run_step(std::vector<std::string> argv);

// The Dockerfile with that mirror; with "", the one its base image uses. Throws Failure{corrupt}
// for a mirror that would be more than a word in it.
std::string with_mirror(std::string dockerfile, const std::string& mirror);

}  // namespace redcode::image
