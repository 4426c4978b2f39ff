#include "sandbox/image/base_image.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/digest.h"
#include "base/failure.h"
#include "base/files.h"
#include "sandbox/image/settings.h"

namespace redcode::image {
namespace {

std::filesystem::path base_folder() { return data_folder("images") / "base"; }

}  // namespace

std::string image_dockerfile() { return read_text(base_folder() / "Dockerfile"); }

std::string image_package_names() {
  static constexpr std::string_view begin = "ARG PACKAGES=\"";
  const std::string text = image_dockerfile();
  const std::size_t at = text.find(begin);
  if (at == std::string::npos)
    throw Failure(Failure::Kind::corrupt, "images/base/Dockerfile has no ARG PACKAGES");
  const std::size_t first = at + begin.size();
  std::string packages = text.substr(first, text.find('"', first) - first);
  std::ranges::replace(packages, ' ', ',');
  return packages;
}

std::string image_recipe() { return "sha256:" + sha256_hex(image_dockerfile()); }

std::filesystem::path image_lock() {
  return base_folder() / fmt::format("packages.{}.lock", architecture_here());
}

Packages read_lock(const std::filesystem::path& file) {
  const Result<Packages> packages = packages_from(read_text(file));
  if (!packages) {
    throw Failure(Failure::Kind::corrupt,
                  fmt::format("{}: {}", file.string(), packages.error().message));
  }
  return *packages;
}

}  // namespace redcode::image
