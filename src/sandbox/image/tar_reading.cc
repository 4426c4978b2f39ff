#include "sandbox/image/tar_reading.h"

#include <fmt/format.h>

#include "base/failure.h"
#include "base/text.h"

namespace redcode::image {
namespace {

constexpr std::size_t block_size = 65536;

}  // namespace

void fail_reading(archive* from) {
  throw Failure(Failure::Kind::corrupt,
                fmt::format("the image cannot be read: {}", sandbox::complaint_of(from)));
}

Archive open_tar(const std::filesystem::path& file) {
  Archive from(archive_read_new(), archive_read_free);
  archive_read_support_format_tar(from.get());
  archive_read_support_filter_zstd(from.get());
  if (archive_read_open_filename(from.get(), file.c_str(), block_size) != ARCHIVE_OK) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("cannot read {}: {}", one_line(file.string(), 300),
                              sandbox::complaint_of(from.get())));
  }
  return from;
}

}  // namespace redcode::image
