#include "analysis/indented.h"

#include <algorithm>

#include "analysis/guess.h"
#include "base/text.h"

namespace redcode::analysis {
namespace {

constexpr std::string_view indentation = "    ";
constexpr std::size_t most_blocks = 64;

// The line without its indentation; nothing if it has none.
bool unindent(std::string_view& line) {
  const std::size_t count = line.starts_with('\t') ? 1 : indentation.size();
  if (count == indentation.size() && !line.starts_with(indentation)) return false;
  line.remove_prefix(count);
  return true;
}

// Takes lines one by one: a block opens behind a blank line, and blank lines inside stay.
class Splitting {
 public:
  void take(std::string_view line) {
    const bool blank = trim(line).empty();
    std::string_view inside = line;
    const bool indented = unindent(inside);
    if (blank) {
      (open_ ? waiting_ : out_.words) += "\n";
    } else if (indented && (open_ || (after_blank_ && blocks_.size() < most_blocks))) {
      if (!open_) blocks_.emplace_back();
      open_ = true;
      blocks_.back() += waiting_;
      (blocks_.back() += inside) += '\n';
      waiting_.clear();
    } else {
      open_ = false;
      out_.words += std::exchange(waiting_, "");
      (out_.words += line) += '\n';
    }
    after_blank_ = blank;
  }

  Indented run() && {
    for (std::string& block : blocks_) {
      if (reads_as_code(block)) {
        out_.blocks.push_back(std::move(block));
      } else {
        out_.words += block;
      }
    }
    return std::move(out_);
  }

 private:
  Indented out_;
  std::vector<std::string> blocks_;
  std::string waiting_;
  bool open_ = false;
  bool after_blank_ = true;
};

}  // namespace

Indented split_indented(std::string_view text) {
  Indented whole{.words = std::string(text)};
  if (!text.contains(indentation) && !text.contains('\t')) return whole;
  Splitting splitting;
  for (const std::string& line : split(text, '\n')) splitting.take(line);
  Indented parted = std::move(splitting).run();
  const bool is_program = has_code(parted.words) && is_all_code(text);
  return parted.blocks.empty() || is_program ? whole : parted;
}

}  // namespace redcode::analysis
