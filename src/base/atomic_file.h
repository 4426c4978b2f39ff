// AtomicFile: a file that appears under its name whole or not at all, in place of what was there.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string_view>

#include "base/fd.h"

namespace redcode {

struct FileOptions {
  mode_t mode = 0644;   // less what the user's umask takes away
  bool durable = true;  // outlives a power cut once it has its name; takes milliseconds
};

// Everything here throws Failure{unwritable}.
class AtomicFile {
 public:
  // Begins a file in `folder`, under a name of no meaning.
  explicit AtomicFile(const std::filesystem::path& folder, FileOptions options = {});
  AtomicFile(AtomicFile&&) = delete;
  AtomicFile& operator=(AtomicFile&&) = delete;
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  // Removes it, unless it was published.
  ~AtomicFile();

  void write(std::string_view bytes);
  // Gives it its name, on the same file system; a link there is replaced, not followed. The last
  // call.
  void publish(const std::filesystem::path& path);

 private:
  FileOptions options_;
  std::filesystem::path part_;  // its name until then; none afterwards
  Fd file_;
};

void write_atomically(const std::filesystem::path& path, std::string_view bytes,
                      FileOptions options = {});

// Removes what killed writers left in `folder`: what nobody has touched for an hour. Others may be
// writing there.
void remove_parts(const std::filesystem::path& folder);

// Until the disk itself has what was written to this file or folder.
void sync_to_disk(const std::filesystem::path& path);

}  // namespace redcode
