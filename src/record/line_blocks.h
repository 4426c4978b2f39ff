// A file of lines, in blocks of whole lines: what a thread takes at a time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/fd.h"
#include "base/result.h"

namespace redcode::record {

struct LineBlock {
  std::uint64_t first = 1;  // the number of its first line in the file
  std::uint64_t lines = 0;
  std::string text;  // whole lines, each ended by a newline but perhaps the file's last

  // Calls `visit(number, line)` for each of its lines.
  template <class Visit>
  void each(Visit&& visit) const {
    std::uint64_t number = first;
    std::string_view rest = text;
    while (!rest.empty()) {
      const std::size_t end = rest.find('\n');
      visit(number++, rest.substr(0, end));
      rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
    }
  }
};

class LineBlocks {
 public:
  // Errors: those of open_run_file().
  static Result<LineBlocks> open(const std::filesystem::path& path);

  // The next block; nothing at the end. A line longer than any of ours is cut: what is left of it
  // no longer matches its checksum. Throws Failure when the disk does not give it.
  std::optional<LineBlock> next();

 private:
  explicit LineBlocks(Fd file) : file_(std::move(file)) {}
  bool read_more();

  Fd file_;
  std::string held_;  // read, and not yet given
  std::uint64_t next_line_ = 1;
};

// The same file, line by line.
class Lines {
 public:
  // Errors: those of open_run_file().
  static Result<Lines> open(const std::filesystem::path& path);

  // Nothing at the end; otherwise as LineBlocks::next().
  std::optional<std::string> next();

 private:
  explicit Lines(LineBlocks blocks) : blocks_(std::move(blocks)) {}

  LineBlocks blocks_;
  std::string block_;
  std::size_t at_ = 0;  // in `block_`, of the next line
};

}  // namespace redcode::record
