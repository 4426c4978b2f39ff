// LineFeed: a file of sealed lines that grows while it is read. Each call goes on where the last
// one ended; what has no end yet waits, and is read again with its end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/fd.h"

namespace redcode::view {

class LineFeed {
 public:
  explicit LineFeed(std::filesystem::path path) : path_(std::move(path)) {}

  struct Block {
    std::uint64_t offset = 0;  // of its first line in the file
    std::uint64_t first = 1;   // that line's number
    std::string text;          // whole lines

    // Calls `visit(number, offset, line)` for each of its lines.
    template <class Visit>
    void each(Visit&& visit) const {
      std::uint64_t number = first;
      std::size_t begin = 0;
      while (begin < text.size()) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        visit(number++, offset + begin, std::string_view(text).substr(begin, end - begin));
        begin = end + 1;
      }
    }
  };
  // The next whole lines, about two MiB of them; nothing if there are none yet. A line longer than
  // any of ours comes out empty. Throws Failure when the disk does not give it.
  std::optional<Block> next();

  std::uint64_t consumed() const { return offset_; }
  // Whether there is something behind the last whole line.
  bool waiting() const { return overlong_ || !held_.empty(); }

 private:
  bool open();
  bool read_more();
  std::size_t block_end(std::size_t from) const;
  bool pass_over();
  Block give(std::size_t size);

  std::filesystem::path path_;
  Fd file_;
  std::uint64_t offset_ = 0;  // of what is held
  std::uint64_t next_line_ = 1;
  std::string held_;          // read, and not yet given
  bool overlong_ = false;     // the line at `offset_` is longer than any of ours: it is passed over
  bool newline_due_ = false;  // the last line was whole without its newline
};

// The line that begins at `offset`, `size` bytes of it. "" if the disk does not give them.
std::string read_at(const std::filesystem::path& path, std::uint64_t offset, std::size_t size);

}  // namespace redcode::view
