#include "sandbox/oci/image_store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "base/entries.h"
#include "base/failure.h"
#include "base/json.h"
#include "base/random.h"
#include "base/staged_folder.h"
#include "base/text.h"
#include "sandbox/oci/packed_tar.h"
#include "sandbox/oci/places.h"
#include "sandbox/oci/unpack.h"

namespace redcode::oci {
namespace {

constexpr const char* format = "redcode/image/1";
constexpr const char* packed_name = "image.tar.zst";
constexpr const char* config_name = "config.json";
constexpr std::string_view incoming = ".incoming-";  // StagedFolder's
constexpr std::string_view replaced = ".replaced-";

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
                           .rootfs = folder / "rootfs",
                           .config = folder / config_name};
}

void unpack_into(const std::filesystem::path& folder, const ImageStore::Image& image,
                 const std::filesystem::path& tar) {
  std::filesystem::create_directory(image.rootfs);
  std::filesystem::permissions(image.rootfs, std::filesystem::perms(0755));
  unpack_root(tar, image.rootfs);
  const Json json = {{"format", format}, {"name", image.name}, {"digest", image.digest}};
  write_file(folder / "image.json", dump_json(json) + "\n");
  // Only root, and what sandboxes are shown, reaches the image's setuid programs.
  std::filesystem::permissions(folder, std::filesystem::perms::owner_all);
}

Fd opened(const std::filesystem::path& folder) {
  return Fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

// Together with all others that do so.
void lock_shared(const Fd& folder) {
  int done = -1;
  do {
    done = ::flock(folder.get(), LOCK_SH);
  } while (done != 0 && errno == EINTR);
  if (done != 0) throw Failure(Failure::Kind::unavailable, "an image's folder cannot be locked");
}

bool nobody_holds(const Fd& folder) { return ::flock(folder.get(), LOCK_EX | LOCK_NB) == 0; }

bool is_at(const Fd& folder, const std::filesystem::path& path) {
  struct stat there{};
  struct stat here{};
  return ::stat(path.c_str(), &there) == 0 && ::fstat(folder.get(), &here) == 0 &&
         there.st_dev == here.st_dev && there.st_ino == here.st_ino;
}

// What it replaces may be in use by sandboxes of any process.
void put_in_place(const StagedFolder& staging, const std::filesystem::path& target) {
  staging.publish(target);
  const Fd earlier = opened(staging.path());
  if (!earlier || nobody_holds(earlier)) return;
  std::filesystem::rename(staging.path(),
                          target.parent_path() / (std::string(replaced) + random_token(12)));
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

std::optional<ImageStore::Held> ImageStore::hold(const std::string& name) const {
  const std::filesystem::path at = folder_ / folder_name(name);
  while (true) {
    Fd lock = opened(at);
    if (!lock) return std::nullopt;
    lock_shared(lock);
    if (!is_at(lock, at)) continue;  // it was replaced meanwhile
    const std::filesystem::path inside = fmt::format("/proc/self/fd/{}", lock.get());
    std::optional<Image> image = image_in(inside);
    if (!image || image->name != name) return std::nullopt;
    return Held{
        .lock = std::move(lock), .image = *std::move(image), .packed = inside / packed_name};
  }
}

ImageStore::Image ImageStore::make(const std::string& name, const Fill& fill) const {
  const std::filesystem::path target = folder_ / folder_name(name);
  try {
    const StagedFolder staging(folder_);
    const Fd ours = opened(staging.path());
    lock_shared(ours);  // before anything is in it: see remove_unused()
    fill(staging.path());
    put_in_place(staging, target);
  } catch (const std::filesystem::filesystem_error& error) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("cannot keep the image {}: {}", one_line(name, 200), error.what()));
  }
  remove_unused();
  std::optional<Image> kept = find(name);
  if (!kept) throw Failure(Failure::Kind::unavailable, "an image is gone as soon as it was made");
  return *std::move(kept);
}

ImageStore::Image ImageStore::add(const std::string& name, const std::filesystem::path& tar,
                                  const std::string& config) const {
  return make(name, [&](const std::filesystem::path& staging) {
    if (!config.empty()) write_file(staging / config_name, config);
    const std::string digest = pack_tar(tar, staging / packed_name);
    unpack_into(staging, {.name = name, .digest = digest, .rootfs = staging / "rootfs"}, tar);
  });
}

ImageStore::Image ImageStore::add_packed(const std::string& name, const std::string& digest,
                                         const std::filesystem::path& packed) const {
  return make(name, [&](const std::filesystem::path& staging) {
    const std::filesystem::path copy = staging / packed_name;
    std::filesystem::copy_file(packed, copy);
    const std::string found = digest_in(copy);
    if (found != digest) {
      throw Failure(Failure::Kind::corrupt,
                    fmt::format("the image {} that came is {}, not {}", one_line(name, 200),
                                found.substr(0, 19), one_line(digest, 19)));
    }
    unpack_into(staging, {.name = name, .digest = digest, .rootfs = staging / "rootfs"}, copy);
  });
}

void ImageStore::remove_unused() const {
  std::error_code error;
  for (const std::filesystem::path& path : entries_of(folder_)) {
    const std::string name = path.filename().string();
    if (!name.starts_with(incoming) && !name.starts_with(replaced)) continue;
    const Fd folder = opened(path);
    // An empty one may be about to be locked by whoever just made it.
    if (!folder || !nobody_holds(folder) || std::filesystem::is_empty(path, error)) continue;
    std::filesystem::remove_all(path, error);
  }
}

std::vector<ImageStore::Image> ImageStore::list() const {
  std::vector<Image> images;
  for (const std::filesystem::path& path : entries_of(folder_)) {
    if (path.filename().string().starts_with('.')) continue;
    if (std::optional<Image> image = image_in(path)) images.push_back(std::move(*image));
  }
  std::ranges::sort(images, {}, &Image::name);
  return images;
}

}  // namespace redcode::oci
