// ImageStore: root file systems on this host, unpacked, for sandboxes that need no daemon.
//
//   <folder>/<name with / and : as _>/rootfs/      the image, owned as in the tar
//                                    /image.json   {"format":"redcode/image/1","name":…,"digest":…}
//
// Blocking. Thread safety: const functions may be called from any thread.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace redcode::oci {

class ImageStore {
 public:
  // $REDCODE_IMAGES, or /var/lib/redcode/images.
  static std::filesystem::path default_folder();

  ImageStore() : ImageStore(default_folder()) {}
  explicit ImageStore(std::filesystem::path folder) : folder_(std::move(folder)) {}

  struct Image {
    std::string name;
    std::string digest;  // sha256:… of the tar it was unpacked from
    std::filesystem::path rootfs;
  };

  std::optional<Image> find(const std::string& name) const;
  // Unpacks a root file system's tar as the image `name`, in place of an earlier one; whole or not
  // at all. Throws Failure.
  Image add(const std::string& name, const std::filesystem::path& tar) const;
  std::vector<Image> list() const;

 private:
  std::filesystem::path folder_;
};

}  // namespace redcode::oci
