#include "base/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <system_error>

#include "base/entries.h"
#include "base/failure.h"
#include "base/random.h"

namespace redcode {
namespace {

constexpr std::string_view part_prefix = "part-";
constexpr std::size_t unlike_any_other = 12;

[[noreturn]] void refuse(const std::filesystem::path& path, int error) {
  throw Failure(Failure::Kind::unwritable,
                fmt::format("cannot write {}: {}", path.string(), std::strerror(error)));
}

}  // namespace

AtomicFile::AtomicFile(const std::filesystem::path& folder, FileOptions options)
    : options_(options),
      part_(folder / fmt::format("{}{}", part_prefix, random_token(unlike_any_other))),
      file_(::open(part_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                   options_.mode)) {
  if (!file_) refuse(part_, errno);
}

AtomicFile::~AtomicFile() {
  if (!part_.empty()) ::unlink(part_.c_str());
}

void AtomicFile::write(std::string_view bytes) {
  if (const int error = write_all(file_, bytes); error != 0) refuse(part_, error);
}

void AtomicFile::publish(const std::filesystem::path& path) {
  // A name for what the disk does not have yet would be one for an empty file after a power cut.
  if (options_.durable && ::fsync(file_.get()) != 0) refuse(path, errno);
  if (std::rename(part_.c_str(), path.c_str()) != 0) refuse(path, errno);
  part_.clear();
  const std::filesystem::path folder = path.parent_path();
  if (options_.durable) sync_to_disk(folder.empty() ? "." : folder);
}

void write_atomically(const std::filesystem::path& path, std::string_view bytes,
                      FileOptions options) {
  const std::filesystem::path folder = path.parent_path();
  AtomicFile file(folder.empty() ? "." : folder, options);
  file.write(bytes);
  file.publish(path);
}

void remove_parts(const std::filesystem::path& folder) {
  const auto long_ago = std::filesystem::file_time_type::clock::now() - std::chrono::hours(1);
  std::error_code error;
  for (const std::filesystem::path& path : entries_of(folder)) {
    const bool part = path.filename().string().starts_with(part_prefix);
    if (part && std::filesystem::last_write_time(path, error) < long_ago)
      std::filesystem::remove(path, error);
  }
}

void sync_to_disk(const std::filesystem::path& path) {
  const Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file || ::fsync(file.get()) != 0) refuse(path, errno);
}

}  // namespace redcode
