// An image's settings: what it is besides its files, as the JSON that Docker and all who read its
// archives call the image's config. Its digest is Docker's id of the image, so that the same files
// give the same id on every host.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "base/result.h"
#include "sandbox/image/packages.h"

namespace redcode::image {

struct Facts {
  std::string name = "base";  // of the recipe
  std::string layer;          // "sha256:…" of the tar of its files
  std::chrono::sys_seconds created;
  std::string architecture;  // Docker's word for it: amd64, arm64
  std::string recipe = {};   // digest of what it was built from; "": unknown
  Packages packages = {};    // empty: unknown
};

// A sandbox's working directory, first command and language are the same in every image.
std::string settings_text(const Facts& facts);

// Reads settings of an image with one layer; other makers' too, as far as they go. Error
// "image-settings".
Result<Facts> facts_from(std::string_view settings);

// Docker's id of the image: "sha256:…".
std::string image_id(std::string_view settings);

// The architecture of this host, as Docker says it.
std::string architecture_here();

}  // namespace redcode::image
