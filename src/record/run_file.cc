#include "record/run_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>

#include "base/json_view.h"

namespace redcode::record {
namespace {

std::unexpected<Error> refused(const std::filesystem::path& path, std::string_view why) {
  return std::unexpected(Error{.code = "run-refused",
                               .message = fmt::format("{} {}", path.string(), why),
                               .hint = "no run folder of ours has such a file"});
}

std::unexpected<Error> not_opened(const std::filesystem::path& path, int error) {
  if (error == ENOENT || error == ENOTDIR) {
    return std::unexpected(Error{.code = "run-missing",
                                 .message = fmt::format("there is no {}", path.string()),
                                 .hint = "give the folder that `redcode run --out` wrote"});
  }
  if (error == ELOOP) return refused(path, "is a link");
  if (error == ENXIO) return refused(path, "is a socket, a pipe or a device");
  return std::unexpected(
      Error{.code = "run-unreadable",
            .message = fmt::format("cannot read {}: {}", path.string(), std::strerror(error))});
}

}  // namespace

Result<Fd> open_run_file(const std::filesystem::path& path, std::uint64_t most) {
  Fd file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!file) return not_opened(path, errno);
  struct stat info{};
  if (fstat(file.get(), &info) != 0) return not_opened(path, errno);
  if (!S_ISREG(info.st_mode)) return refused(path, "is not a regular file");
  if (static_cast<std::uint64_t>(info.st_size) > most)
    return refused(path,
                   fmt::format("has {} bytes: more than the {} it may have", info.st_size, most));
  return file;
}

Result<std::string> read_run_file(const std::filesystem::path& path, std::uint64_t most) {
  const Result<Fd> file = open_run_file(path, most);
  if (!file) return std::unexpected(file.error());
  constexpr std::size_t block = std::size_t{1} << 16U;
  std::string text;
  while (true) {
    const std::size_t before = text.size();
    text.resize(before + block);
    const ssize_t got = ::read(file->get(), text.data() + before, block);
    if (got < 0) return not_opened(path, errno);
    text.resize(before + static_cast<std::size_t>(got));
    if (got == 0) return text;
    // It may have grown since.
    if (text.size() > most) return refused(path, "grows while it is read");
  }
}

Result<Json> run_json(std::string_view text) {
  Result<Json> json = parse_json(text, {.members = most_json_members});
  if (!json) return json;
  // Of two members of one name another reader might take the other one.
  const auto unique = decode_text("JSON text", text, [](JsonView) { return true; });
  if (!unique) return std::unexpected(unique.error());
  return json;
}

std::vector<std::filesystem::path> entries_in(const std::filesystem::path& folder,
                                              std::error_code& error) {
  std::vector<std::filesystem::path> found;
  std::filesystem::directory_iterator entry(folder, error);
  // A range-for would throw when the disk fails half-way.
  while (!error && entry != std::filesystem::directory_iterator()) {
    found.push_back(entry->path());
    entry.increment(error);
  }
  return found;
}

bool not_a_link(const std::filesystem::path& folder) {
  struct stat info{};
  return lstat(folder.c_str(), &info) != 0 || S_ISDIR(info.st_mode);
}

}  // namespace redcode::record
