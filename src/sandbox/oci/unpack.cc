#include "sandbox/oci/unpack.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include "base/failure.h"
#include "sandbox/libarchive.h"
#include "sandbox/utf8_locale.h"

namespace redcode::oci {
namespace {

using sandbox::Archive;
using sandbox::complaint_of;
using sandbox::plain_path;

constexpr std::size_t read_size = 65536;
constexpr std::string_view docker_mark = ".dockerenv";  // `docker export` adds it to every image

bool is_wanted(archive_entry* entry) {
  const auto type = archive_entry_filetype(entry);
  return archive_entry_hardlink(entry) != nullptr || type == AE_IFREG || type == AE_IFDIR ||
         type == AE_IFLNK;
}

void copy_content(archive* from, archive* to) {
  const void* block = nullptr;
  std::size_t size = 0;
  la_int64_t offset = 0;
  while (true) {
    const int got = archive_read_data_block(from, &block, &size, &offset);
    if (got == ARCHIVE_EOF) return;
    if (got != ARCHIVE_OK) throw Failure(Failure::Kind::corrupt, complaint_of(from));
    if (archive_write_data_block(to, block, size, offset) != ARCHIVE_OK) {
      fail(complaint_of(to));
    }
  }
}

// Names below `root`, for the entry and for what a hard link leads to.
void relocate(archive_entry* entry, const std::string& name, const std::string& root) {
  archive_entry_set_pathname(entry, (root + "/" + name).c_str());
  const char* link = archive_entry_hardlink(entry);
  if (link == nullptr) return;
  const std::string target = plain_path(link);
  if (target.empty()) throw Failure(Failure::Kind::corrupt, "a tar's hard link leads to its root");
  archive_entry_set_hardlink(entry, (root + "/" + target).c_str());
}

}  // namespace

void unpack_root(const std::filesystem::path& tar, const std::filesystem::path& folder) {
  const sandbox::Utf8Locale locale;
  const std::string root = std::filesystem::canonical(folder).string();
  const Archive from(archive_read_new(), archive_read_free);
  archive_read_support_format_tar(from.get());
  archive_read_support_filter_all(from.get());
  if (archive_read_open_filename(from.get(), tar.c_str(), read_size) != ARCHIVE_OK) {
    fail(fmt::format("cannot read {}: {}", tar.string(), complaint_of(from.get())));
  }
  const Archive to(archive_write_disk_new(), archive_write_free);
  archive_write_disk_set_options(to.get(), ARCHIVE_EXTRACT_OWNER | ARCHIVE_EXTRACT_PERM |
                                               ARCHIVE_EXTRACT_TIME | ARCHIVE_EXTRACT_UNLINK |
                                               ARCHIVE_EXTRACT_SECURE_SYMLINKS);
  archive_entry* entry = nullptr;
  while (true) {
    const int got = archive_read_next_header(from.get(), &entry);
    if (got == ARCHIVE_EOF) break;
    if (got != ARCHIVE_OK) throw Failure(Failure::Kind::corrupt, complaint_of(from.get()));
    const std::string name = plain_path(archive_entry_pathname(entry));
    if (name.empty() || name == docker_mark || !is_wanted(entry)) continue;
    relocate(entry, name, root);
    if (archive_write_header(to.get(), entry) != ARCHIVE_OK) {
      fail(complaint_of(to.get()));
    }
    copy_content(from.get(), to.get());
  }
  // Sets the modes and times of directories, which had to wait for what is in them.
  if (archive_write_close(to.get()) != ARCHIVE_OK) {
    fail(complaint_of(to.get()));
  }
}

}  // namespace redcode::oci
