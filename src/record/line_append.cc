#include "record/line_append.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>

#include "base/failure.h"

namespace redcode::record {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, std::string_view doing) {
  throw Failure(Failure::Kind::unwritable,
                fmt::format("cannot {} {}: {}", doing, path.string(), std::strerror(errno)));
}

}  // namespace

Fd open_to_append(const std::filesystem::path& path) {
  Fd file(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
                 0644));
  if (!file) fail(path, "open");
  struct stat info{};
  if (fstat(file.get(), &info) != 0) fail(path, "look at");
  if (!S_ISREG(info.st_mode)) {
    errno = EINVAL;
    fail(path, "append to");
  }
  return file;
}

void end_torn_line(const Fd& file, const std::filesystem::path& path) {
  struct stat info{};
  char last = '\n';
  if (fstat(file.get(), &info) == 0 && info.st_size > 0 &&
      pread(file.get(), &last, 1, info.st_size - 1) == 1 && last != '\n') {
    const std::string_view newline = "\n";
    if (::write(file.get(), newline.data(), 1) != 1) fail(path, "mend");
  }
}

void append_line(const Fd& file, std::string line, const std::filesystem::path& path) {
  line += '\n';
  const off_t before = lseek(file.get(), 0, SEEK_END);
  const int error = write_all(file, line);
  if (error == 0) return;
  static_cast<void>(ftruncate(file.get(), before));  // else its start is skipped as a torn line
  errno = error;
  fail(path, "append to");
}

}  // namespace redcode::record
