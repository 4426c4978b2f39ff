#include "base/fences.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.h"

namespace redcode {
namespace {

struct Marks {
  std::size_t indent = 0;
  char kind = '`';
  std::size_t count = 0;
  std::string_view behind;  // trimmed
};

// The marks a line begins with; nothing if they are fewer than three.
std::optional<Marks> marks_of(std::string_view line) {
  const std::size_t indent = std::min(line.find_first_not_of(" \t"), line.size());
  const std::string_view words = line.substr(indent);
  if (words.empty() || (words[0] != '`' && words[0] != '~')) return std::nullopt;
  const std::size_t count = std::min(words.find_first_not_of(words[0]), words.size());
  if (count < 3) return std::nullopt;
  return Marks{
      .indent = indent, .kind = words[0], .count = count, .behind = trim(words.substr(count))};
}

// ```ls``` on one line is inline code.
bool opens(const Marks& marks) { return marks.kind == '~' || !marks.behind.contains('`'); }

bool closes(const Marks& marks, const Marks& opening) {
  return marks.kind == opening.kind && marks.count >= opening.count && marks.behind.empty() &&
         marks.indent <= opening.indent + 3;
}

std::string_view without_indent(std::string_view line, std::size_t most) {
  const std::size_t indent = std::min(line.find_first_not_of(" \t"), line.size());
  return line.substr(std::min(indent, most));
}

std::string first_word(std::string_view info) {
  return std::string(info.substr(0, info.find_first_of(" \t")));
}

// Takes a text line by line and collects its fences.
class FenceReader {
 public:
  // `line` is without its line end; the next one begins at `end`.
  void take(std::string_view line, std::size_t begin, std::size_t end) {
    const std::optional<Marks> marks = marks_of(line);
    if (!opening_ && (!marks || !opens(*marks))) return;
    if (!opening_) {
      opening_ = marks;
      fences_.push_back({.begin = begin, .inside = end, .language = first_word(marks->behind)});
    } else if (marks && closes(*marks, *opening_)) {
      fences_.back().closed = true;
      opening_.reset();
    } else {
      (fences_.back().code += without_indent(line, opening_->indent)) += '\n';
    }
    fences_.back().end = end;
  }
  std::vector<Fence> all() && { return std::move(fences_); }

 private:
  std::optional<Marks> opening_;
  std::vector<Fence> fences_;
};

}  // namespace

std::vector<Fence> read_fences(std::string_view text) {
  FenceReader reader;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t newline = text.find('\n', begin);
    const std::size_t stop = std::min(newline, text.size());
    const std::size_t end = std::min(stop + 1, text.size());
    reader.take(text.substr(begin, stop - begin), begin, end);
    begin = end;
  }
  return std::move(reader).all();
}

Unfenced unfenced(std::string_view body) {
  const std::string_view inside = trim(body);
  std::vector<Fence> fences = read_fences(inside);
  if (fences.size() != 1 || fences[0].begin != 0)
    return {.language = "", .code = std::string(body)};
  Fence& fence = fences[0];
  const std::string marks(3, inside[0]);
  const std::string_view code = trim(fence.code);
  if (!fence.closed && code.ends_with(marks)) fence.code.erase(fence.code.rfind(marks));
  return {.language = std::move(fence.language), .code = std::move(fence.code)};
}

}  // namespace redcode
