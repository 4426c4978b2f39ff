#include "record/line_blocks.h"

#include <fmt/format.h>

#include "base/failure.h"

namespace redcode::record {
namespace {

constexpr std::size_t block_size = std::size_t{2} << 20U;
constexpr std::size_t longest_line = std::size_t{64} << 20U;

}  // namespace

Result<LineBlocks> LineBlocks::open(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return std::unexpected(Error{.code = "run-missing",
                                 .message = fmt::format("there is no {}", path.string()),
                                 .hint = "give the folder that `redcode run --out` wrote"});
  }
  return LineBlocks(std::move(file));
}

bool LineBlocks::read_more() {
  const std::size_t before = held_.size();
  held_.resize(before + block_size);
  file_.read(held_.data() + before, static_cast<std::streamsize>(block_size));
  held_.resize(before + static_cast<std::size_t>(file_.gcount()));
  // What cannot be read is not the end.
  if (file_.bad())
    throw Failure(Failure::Kind::corrupt, "a file of the run cannot be read to its end");
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
    if (end == std::string::npos && held_.size() > longest_line) held_.resize(longest_line);
  }
  if (held_.empty()) return std::nullopt;
  const std::size_t size = end == std::string::npos ? held_.size() : end + 1;
  LineBlock block{.first = next_line_, .lines = 0, .text = held_.substr(0, size)};
  held_.erase(0, size);
  block.each([&block](std::uint64_t, std::string_view) { ++block.lines; });
  next_line_ += block.lines;
  return block;
}

}  // namespace redcode::record
