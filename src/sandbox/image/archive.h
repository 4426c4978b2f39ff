// An image as one file, for hosts that can fetch nothing: zstd-compressed, and within that the
// archive that `docker load` reads:
//
//   manifest.json [{"Config":"<sha256>.json","RepoTags":["redcode-base:1"],"Layers":["layer.tar"]}]
//   <sha256>.json    its settings (settings.h), by their digest
//   layer.tar        its files; the settings name its digest
//
// The same image gives the same bytes. Blocking; throws Failure.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

namespace redcode::image {

struct Parts {
  std::string name;             // redcode-base:1
  std::string settings;         // settings_text()
  std::filesystem::path layer;  // a tar, plain
};

// The archive piece by piece, not compressed: what a daemon is given.
class ArchivePieces {
 public:
  explicit ArchivePieces(const Parts& parts);
  // At most a megabyte or so; "" at the end.
  std::string next();

 private:
  std::string small_;  // all before the layer's content
  std::ifstream layer_;
  std::uint64_t left_ = 0;  // of the layer
  std::uint64_t size_ = 0;
  bool ended_ = false;
};

// Puts the archive at `file`, compressed; whole or not at all.
void write_archive(const Parts& parts, const std::filesystem::path& file);

// Takes an archive apart; `file` may come from anywhere, and may be what `docker save` wrote. The
// layer goes to `folder`, which is the caller's. What is given has been checked: there is one image
// of one layer, settings and layer have the digests they are called by, and the layer's paths stay
// inside.
Parts read_archive(const std::filesystem::path& file, const std::filesystem::path& folder);

// Throws Failure unless this host can take the image: it is the one of that digest (of its files,
// or Docker's id; "": any), it is for this architecture and it has a name.
void require_fitting(const Parts& parts, const std::string& digest);

// Whether an image can be called so: a Docker reference without digest, at most 255 bytes.
bool is_image_name(std::string_view name);

}  // namespace redcode::image
