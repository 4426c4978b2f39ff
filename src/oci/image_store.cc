#include "oci/image_store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

#include "base/failure.h"
#include "base/json.h"
#include "base/random.h"
#include "base/text.h"
#include "oci/unpack.h"

namespace redcode::oci {
namespace {

constexpr const char* format = "redcode/image/1";
constexpr const char* staging_prefix = ".incoming-";

std::string folder_name(const std::string& image) {
  std::string name = image;
  std::ranges::replace_if(name, [](char c) { return c == '/' || c == ':'; }, '_');
  if (name.empty() || name.starts_with('.') || name.contains('\0')) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("no image can be called \"{}\"", one_line(image, 200)));
  }
  return name;
}

std::optional<ImageStore::Image> image_in(const std::filesystem::path& folder) {
  std::ifstream file(folder / "image.json");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const Result<Json> json = parse_json(text);
  std::error_code error;
  if (!json || member_or<std::string>(*json, "format", "") != format ||
      !std::filesystem::is_directory(folder / "rootfs", error)) {
    return std::nullopt;
  }
  return ImageStore::Image{.name = member_or<std::string>(*json, "name", ""),
                           .digest = member_or<std::string>(*json, "digest", ""),
                           .rootfs = folder / "rootfs"};
}

// Makes things in a folder that is gone unless they were moved away.
class Staging {
 public:
  explicit Staging(const std::filesystem::path& store)
      : path_(store / (staging_prefix + random_token(12))) {
    std::filesystem::create_directories(store);
    std::filesystem::create_directory(path_);
    std::filesystem::permissions(path_, std::filesystem::perms::owner_all);
  }
  Staging(Staging&&) = delete;
  Staging& operator=(Staging&&) = delete;
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;
  ~Staging() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::filesystem::path& path() const { return path_; }

  // Puts it at `target`; what was there is removed with this.
  void publish(const std::filesystem::path& target) const {
    const bool exists = std::filesystem::exists(target);
    const unsigned how = exists ? RENAME_EXCHANGE : RENAME_NOREPLACE;
    if (renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, target.c_str(), how) != 0) {
      throw Failure(Failure::Kind::unavailable, fmt::format("cannot put an image at {}: {}",
                                                            target.string(), std::strerror(errno)));
    }
  }

 private:
  std::filesystem::path path_;
};

void unpack_into(const Staging& staging, const std::string& name,
                 const std::filesystem::path& tar) {
  const std::filesystem::path rootfs = staging.path() / "rootfs";
  std::filesystem::create_directory(rootfs);
  std::filesystem::permissions(rootfs, std::filesystem::perms(0755));
  unpack_root(tar, rootfs);
  const Json json = {{"format", format}, {"name", name}, {"digest", file_digest(tar)}};
  std::ofstream file(staging.path() / "image.json");
  file << dump_json(json) << "\n";
  if (!file.flush()) throw Failure(Failure::Kind::unavailable, "cannot write image.json");
  // Only root, and what sandboxes are shown, reaches the image's setuid programs.
  std::filesystem::permissions(staging.path(), std::filesystem::perms::owner_all);
}

}  // namespace

std::filesystem::path ImageStore::default_folder() {
  const char* given = std::getenv("REDCODE_IMAGES");
  return given == nullptr || *given == '\0' ? "/var/lib/redcode/images" : given;
}

std::optional<ImageStore::Image> ImageStore::find(const std::string& name) const {
  std::optional<Image> image = image_in(folder_ / folder_name(name));
  // Two names can share a folder: a_b and a:b.
  if (image && image->name != name) return std::nullopt;
  return image;
}

ImageStore::Image ImageStore::add(const std::string& name, const std::filesystem::path& tar) const {
  const std::filesystem::path target = folder_ / folder_name(name);
  try {
    const Staging staging(folder_);
    unpack_into(staging, name, tar);
    staging.publish(target);
  } catch (const std::filesystem::filesystem_error& error) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("cannot keep the image {}: {}", one_line(name, 200), error.what()));
  }
  std::optional<Image> kept = find(name);
  if (!kept) throw Failure(Failure::Kind::unavailable, "an image is gone as soon as it was made");
  return *std::move(kept);
}

std::vector<ImageStore::Image> ImageStore::list() const {
  std::vector<Image> images;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder_, error)) {
    if (entry.path().filename().string().starts_with('.')) continue;
    if (std::optional<Image> image = image_in(entry.path())) images.push_back(std::move(*image));
  }
  std::ranges::sort(images, {}, &Image::name);
  return images;
}

}  // namespace redcode::oci
