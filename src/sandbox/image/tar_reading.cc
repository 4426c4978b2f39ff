#include "sandbox/image/tar_reading.h"

#include <fmt/format.h>

#include <vector>

#include "base/failure.h"
#include "base/text.h"

namespace redcode::image {
namespace {

constexpr std::size_t block_size = 65536;

std::string complaint_of(archive* from) {
  const char* text = archive_error_string(from);
  return one_line(text == nullptr ? "unknown error" : text, 200);
}

}  // namespace

void fail_reading(archive* from) {
  throw Failure(Failure::Kind::corrupt,
                fmt::format("the image cannot be read: {}", complaint_of(from)));
}

Archive open_tar(const std::filesystem::path& file) {
  Archive from(archive_read_new(), archive_read_free);
  archive_read_support_format_tar(from.get());
  archive_read_support_filter_zstd(from.get());
  if (archive_read_open_filename(from.get(), file.c_str(), block_size) != ARCHIVE_OK) {
    throw Failure(
        Failure::Kind::unavailable,
        fmt::format("cannot read {}: {}", one_line(file.string(), 300), complaint_of(from.get())));
  }
  return from;
}

std::string plain_path(const char* name) {
  if (name == nullptr) throw Failure(Failure::Kind::corrupt, "a tar entry has no name");
  std::vector<std::string> parts;
  for (const std::string& part : split(name, '/')) {
    if (part == "..") {
      throw Failure(Failure::Kind::corrupt,
                    fmt::format("a tar entry leads out: {}", one_line(name, 200)));
    }
    if (!part.empty() && part != ".") parts.push_back(part);
  }
  return fmt::format("{}", fmt::join(parts, "/"));
}

}  // namespace redcode::image
