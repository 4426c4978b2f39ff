#include "record/line_blocks.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/failure.h"
#include "record/run_file.h"

namespace redcode::record {
namespace {

constexpr std::size_t block_size = std::size_t{2} << 20U;

}  // namespace

Result<LineBlocks> LineBlocks::open(const std::filesystem::path& path) {
  Result<Fd> file = open_run_file(path);
  if (!file) return std::unexpected(file.error());
  return LineBlocks(*std::move(file));
}

bool LineBlocks::read_more() {
  const std::size_t before = held_.size();
  held_.resize(before + block_size);
  ssize_t got = -1;
  do {
    got = ::read(file_.get(), held_.data() + before, block_size);
  } while (got < 0 && errno == EINTR);
  held_.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  // What cannot be read is not the end.
  if (got < 0) throw Failure(Failure::Kind::corrupt, "a file of the run cannot be read to its end");
  return held_.size() > before;
}

std::optional<LineBlock> LineBlocks::next() {
  std::size_t searched = 0;
  std::size_t end = std::string::npos;
  while (end == std::string::npos) {
    searched = held_.size();
    if (!read_more()) break;
    end = std::string_view(held_).substr(searched).rfind('\n');
    if (end != std::string::npos) end += searched;
    // Of a line without an end only its start is kept; its rest is read and left out.
    if (end == std::string::npos && held_.size() > largest_record) held_.resize(largest_record);
  }
  if (held_.empty()) return std::nullopt;
  const std::size_t size = end == std::string::npos ? held_.size() : end + 1;
  LineBlock block{.first = next_line_, .lines = 0, .text = held_.substr(0, size)};
  held_.erase(0, size);
  block.each([&block](std::uint64_t, std::string_view) { ++block.lines; });
  next_line_ += block.lines;
  return block;
}

Result<Lines> Lines::open(const std::filesystem::path& path) {
  Result<LineBlocks> blocks = LineBlocks::open(path);
  if (!blocks) return std::unexpected(blocks.error());
  return Lines(*std::move(blocks));
}

std::optional<std::string> Lines::next() {
  if (at_ == block_.size()) {
    std::optional<LineBlock> more = blocks_.next();
    if (!more) return std::nullopt;
    block_ = std::move(more->text);
    at_ = 0;
  }
  const std::size_t end = std::min(block_.find('\n', at_), block_.size());
  std::string line = block_.substr(at_, end - at_);
  at_ = std::min(end + 1, block_.size());
  return line;
}

}  // namespace redcode::record
