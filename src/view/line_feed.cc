#include "view/line_feed.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/failure.h"
#include "record/run_file.h"
#include "record/run_folder.h"

namespace redcode::view {
namespace {

constexpr std::size_t block_size = std::size_t{2} << 20U;
constexpr std::uint64_t longest_passed = std::uint64_t{256} << 20U;

// Fewer bytes than asked for: the file ends there.
std::string read_bytes(const Fd& file, std::uint64_t offset, std::size_t size) {
  std::string bytes(size, '\0');
  std::size_t got = 0;
  while (got < size) {
    const ssize_t more =
        ::pread(file.get(), bytes.data() + got, size - got, static_cast<off_t>(offset + got));
    if (more < 0 && errno == EINTR) continue;
    if (more < 0) {
      throw Failure(Failure::Kind::corrupt,
                    fmt::format("a file of the run cannot be read: {}", std::strerror(errno)));
    }
    if (more == 0) break;
    got += static_cast<std::size_t>(more);
  }
  bytes.resize(got);
  return bytes;
}

}  // namespace

bool LineFeed::open() {
  if (file_) return true;
  Result<Fd> file = record::open_run_file(path_);
  if (!file && file.error().code != "run-missing")
    throw Failure(Failure::Kind::corrupt, file.error().text());
  if (file) file_ = *std::move(file);
  return static_cast<bool>(file_);
}

bool LineFeed::read_more() {
  std::string more = read_bytes(file_, offset_ + held_.size(), block_size);
  if (more.empty()) return false;
  if (newline_due_) {
    newline_due_ = false;
    const std::size_t skip = more.starts_with('\n') ? 1 : 0;
    more.erase(0, skip);
    offset_ += skip;
  }
  held_ += more;
  return true;
}

LineFeed::Block LineFeed::give(std::size_t size) {
  Block block{.offset = offset_, .first = next_line_, .text = held_.substr(0, size)};
  held_.erase(0, size);
  offset_ += size;
  block.each([this](std::uint64_t, std::uint64_t, std::string_view) { ++next_line_; });
  return block;
}

// The last newline at or behind `from`, which is where the next block ends.
std::size_t LineFeed::block_end(std::size_t from) const {
  const std::size_t end = std::string_view(held_).substr(from).rfind('\n');
  return end == std::string::npos ? end : from + end;
}

// Drops what is held of a line that is longer than any of ours. True: it has ended.
bool LineFeed::pass_over() {
  const std::size_t end = held_.find('\n');
  const std::size_t drop = std::min(end, held_.size());
  held_.erase(0, drop);
  offset_ += drop;
  overlong_ = end == std::string::npos;
  return !overlong_;
}

std::optional<LineFeed::Block> LineFeed::next() {
  if (!open()) return std::nullopt;
  std::size_t searched = 0;
  const std::uint64_t began = offset_;
  do {
    if (overlong_ && pass_over()) return give(1);
    // Whoever waits for its end might wait for ever.
    if (offset_ - began > longest_passed)
      throw Failure(Failure::Kind::corrupt, "a file of the run has a line without an end");
    const std::size_t end = block_end(std::min(searched, held_.size()));
    if (end != std::string::npos) return give(end + 1);
    overlong_ = overlong_ || held_.size() > record::largest_record;
    searched = held_.size();
  } while (read_more());
  // What matches its checksum is whole, newline or not.
  if (overlong_ || !record::checked_line(held_)) return std::nullopt;
  newline_due_ = true;
  return give(held_.size());
}

std::string read_at(const std::filesystem::path& path, std::uint64_t offset, std::size_t size) {
  const Result<Fd> file = record::open_run_file(path);
  std::string bytes = file ? read_bytes(*file, offset, size) : "";
  return bytes.size() == size ? bytes : "";
}

}  // namespace redcode::view
