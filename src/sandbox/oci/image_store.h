// ImageStore: root file systems on this host, unpacked, for sandboxes that need no daemon.
//
//   <folder>/<name with / and : as _>/rootfs/        the image, owned as in the tar
//                                    /image.json {"format":"redcode/image/1","name":…,"digest":…}
//                                    /image.tar.zst  the tar; older images have none
//                                    /config.json    its settings; older ones, and those that a
//                                                    fleet sent, have none
//
// Who runs sandboxes from an image holds it, by a lock on its folder. One that is replaced while it
// is held goes aside, and is removed once nobody holds it.
//
// Blocking. Thread safety: const functions may be called from any thread.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/fd.h"

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
    std::filesystem::path config = {};  // config.json, which need not be there
  };
  // An image that stays as it is, whatever happens to its name.
  struct Held {
    Fd lock;
    Image image;                   // its paths are this process's, through the lock
    std::filesystem::path packed;  // image.tar.zst
  };

  std::optional<Image> find(const std::string& name) const;
  std::optional<Held> hold(const std::string& name) const;
  // Unpacks a root file system's tar as the image `name`, in place of an earlier one; whole or not
  // at all. `config` is kept beside it, unread; "": none. Throws Failure.
  Image add(const std::string& name, const std::filesystem::path& tar,
            const std::string& config = "") const;
  // The same from another store's image.tar.zst. Nothing is unpacked unless the tar's digest is
  // `digest`: else throws Failure{corrupt}.
  Image add_packed(const std::string& name, const std::string& digest,
                   const std::filesystem::path& packed) const;
  std::vector<Image> list() const;
  // Removes replaced images that nobody holds any more, and what killed processes left unfinished.
  void remove_unused() const;

 private:
  using Fill = std::function<void(const std::filesystem::path& staging)>;
  Image make(const std::string& name, const Fill& fill) const;

  std::filesystem::path folder_;
};

}  // namespace redcode::oci
