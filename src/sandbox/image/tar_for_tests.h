// Tars made for tests, entry by entry.
#pragma once

#include <archive.h>
#include <archive_entry.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace redcode::image {

struct TarEntry {
  std::string path;
  std::string content = {};
  unsigned type = AE_IFREG;
  std::int64_t mtime = 0;
  std::string link = {};  // a symbolic link's target, or of a file its other name
  unsigned mode = 0644;
};

inline void write_tar(const std::filesystem::path& file, const std::vector<TarEntry>& entries) {
  const std::unique_ptr<archive, int (*)(archive*)> to(archive_write_new(), archive_write_free);
  archive_write_set_format_pax_restricted(to.get());
  archive_write_open_filename(to.get(), file.c_str());
  for (const TarEntry& made : entries) {
    const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry(archive_entry_new(),
                                                                         archive_entry_free);
    archive_entry_set_pathname(entry.get(), made.path.c_str());
    archive_entry_set_filetype(entry.get(), made.type);
    archive_entry_set_perm(entry.get(), made.mode);
    archive_entry_set_uname(entry.get(), "somebody");
    archive_entry_set_mtime(entry.get(), made.mtime, 123);
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(made.content.size()));
    if (made.type == AE_IFLNK) archive_entry_set_symlink(entry.get(), made.link.c_str());
    if (made.type == AE_IFREG && !made.link.empty())
      archive_entry_set_hardlink(entry.get(), made.link.c_str());
    archive_write_header(to.get(), entry.get());
    archive_write_data(to.get(), made.content.data(), made.content.size());
  }
  archive_write_close(to.get());
}

}  // namespace redcode::image
