#include "report/export/destination.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/failure.h"

namespace redcode::exports {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t enough_to_write = std::size_t{1} << 20U;

[[noreturn]] void refuse(const fs::path& path, std::string_view why) {
  throw Failure(Failure::Kind::unavailable, fmt::format("{} {}", path.string(), why));
}

[[noreturn]] void fail(const fs::path& path) {
  throw Failure(Failure::Kind::unwritable,
                fmt::format("cannot write {}: {}", path.string(), std::strerror(errno)));
}

// Without a slash at its end; the folder it is to lie in is there.
fs::path tidied(const fs::path& target) {
  const fs::path normal = fs::absolute(target).lexically_normal();
  fs::path tidy = normal.has_filename() ? normal : normal.parent_path();
  if (!tidy.has_filename()) refuse(target, "is no name for a file; give another --out");
  std::error_code error;
  fs::create_directories(tidy.parent_path(), error);
  if (::access(tidy.parent_path().c_str(), W_OK) != 0) fail(tidy);
  return tidy;
}

fs::path free_file(const fs::path& target, Existing existing) {
  fs::path tidy = tidied(target);
  const fs::file_status there = fs::symlink_status(tidy);
  if (!fs::exists(there)) return tidy;
  if (existing == Existing::keep) refuse(target, "is there already; --force replaces it");
  if (!fs::is_regular_file(there)) refuse(target, "is no file; give another --out");
  return tidy;
}

fs::path free_folder(const fs::path& target, Existing existing, std::string_view ending) {
  fs::path tidy = tidied(target);
  const fs::file_status there = fs::symlink_status(tidy);
  if (!fs::exists(there)) return tidy;
  if (existing == Existing::keep) refuse(target, "is there already; --force replaces it");
  if (!fs::is_directory(there)) refuse(target, "is no folder; give another --out");
  const bool only_ours =
      std::ranges::all_of(fs::directory_iterator(tidy), [&](const fs::directory_entry& entry) {
        return entry.symlink_status().type() == fs::file_type::regular &&
               entry.path().filename().string().ends_with(ending);
      });
  if (!only_ours)
    refuse(target, "holds other things than exported trials, which --force does not remove");
  return tidy;
}

void put(const fs::path& made, const fs::path& target, unsigned how) {
  if (renameat2(AT_FDCWD, made.c_str(), AT_FDCWD, target.c_str(), how) != 0) fail(target);
}

}  // namespace

FileDestination::FileDestination(const fs::path& target, Existing existing)
    : target_(free_file(target, existing)),
      existing_(existing),
      stage_(target_.parent_path()),
      path_(stage_.path() / "file") {}

void FileDestination::publish() const {
  const Fd file(::open(path_.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file || ::fsync(file.get()) != 0) fail(target_);
  put(path_, target_, existing_ == Existing::replace ? 0 : RENAME_NOREPLACE);
}

FolderDestination::FolderDestination(const fs::path& target, Existing existing,
                                     std::string_view ending)
    : target_(free_folder(target, existing, ending)),
      existing_(existing),
      ending_(ending),
      stage_(target_.parent_path()) {}

void FolderDestination::publish() const {
  // Looked at again: it was some time ago.
  free_folder(target_, existing_, ending_);
  if (existing_ == Existing::replace) return stage_.publish(target_);
  put(stage_.path(), target_, RENAME_NOREPLACE);
}

NewFile::NewFile(fs::path path) : path_(std::move(path)) {
  file_ = Fd(::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
  if (!file_) fail(path_);
}

void NewFile::write(std::string_view text) {
  waiting_ += text;
  size_ += text.size();
  if (waiting_.size() >= enough_to_write) flush();
}

void NewFile::flush() {
  errno = write_all(file_, waiting_);
  if (errno != 0) fail(path_);
  waiting_.clear();
}

void NewFile::end() {
  flush();
  file_ = Fd();
}

}  // namespace redcode::exports
