// Packages: which Debian packages an image is made of, to the byte, and how two such lists differ.
//
// As text a line each, in order; '#' begins a comment:
//
//   apt 2.6.1 amd64 5bd6e76e…
//
// The last word is the SHA-256 of the .deb as the mirror's signed index tells it; "-" where no
// index told.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace redcode::image {

struct Package {
  std::string name;
  std::string version;
  std::string architecture;
  std::string sha256 = {};  // "": unknown

  auto operator<=>(const Package&) const = default;
};
using Packages = std::vector<Package>;

// Those that are installed, from the text of dpkg's status file, in order and without digests.
Packages installed_packages(std::string_view status);
// Adds the digests that an index of a mirror (a "Packages" file) knows.
void add_digests(Packages& packages, std::string_view index);

std::string packages_text(const Packages& packages);
// Error "packages": what is wrong, with its line.
Result<Packages> packages_from(std::string_view text);

// What `have` has otherwise than `wanted`, a line each: "curl: 7.88.1-10 instead of 7.88.1-9". A
// digest that one of them does not know is not compared.
std::vector<std::string> differences(const Packages& wanted, const Packages& have);

}  // namespace redcode::image
