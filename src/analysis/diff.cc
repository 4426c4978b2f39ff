#include "analysis/diff.h"

#include <re2/re2.h>

#include <algorithm>

#include "base/text.h"

namespace redcode::analysis {
namespace {

constexpr std::size_t most_patched_files = 64;

struct DiffLine {
  std::string_view text;
  std::size_t begin = 0;
  std::size_t end = 0;  // behind the line's end
};

std::vector<DiffLine> diff_lines(std::string_view text) {
  std::vector<DiffLine> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t stop = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, stop - at);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back({.text = line, .begin = at, .end = std::min(stop + 1, text.size())});
    at = stop + 1;
  }
  return lines;
}

bool names_old_file(const std::vector<DiffLine>& lines, std::size_t at) {
  return lines[at].text.starts_with("--- ") && at + 1 < lines.size() &&
         lines[at + 1].text.starts_with("+++ ");
}

bool is_hunk(std::string_view line) {
  static const RE2 hunk(R"(^@@+ -\d|^@@ .*@@|^@@$)");
  return RE2::PartialMatch(re2::StringPiece(line.data(), line.size()), hunk);
}

bool opens_patch(std::string_view line) { return line.starts_with("*** Begin Patch"); }

// "+++ b/src/run.py<tab>2026-01-01", "*** Update File: src/run.py".
std::string file_of_heading(std::string_view line) {
  static const RE2 heading(
      R"re(^(?:\+\+\+ |\*\*\* (?:Update|Add) File: )(?:[ab]/)?"?([^\t"]{1,200}?)"?(?:\t.*)?\s*$)re");
  std::string file;
  RE2::PartialMatch(re2::StringPiece(line.data(), line.size()), heading, &file);
  return file == "/dev/null" ? "" : file.substr(file.rfind('/') + 1);
}

bool is_heading(std::string_view line) {
  static const RE2 heading(
      R"(^(diff --|index [0-9a-f]+\.\.|Index: |=====|new file mode|deleted file mode|old mode|new mode|similarity index|rename (from|to) |\*\*\* |\\ No newline))");
  return RE2::PartialMatch(re2::StringPiece(line.data(), line.size()), heading);
}

bool belongs_to_diff(const DiffLine& line) {
  return line.text.empty() || std::string_view("+- \t@\\").contains(line.text.front()) ||
         is_heading(line.text);
}

class Patching {
 public:
  std::vector<PatchedFile> run(std::string_view diff) && {
    const std::vector<DiffLine> lines = diff_lines(diff);
    for (std::size_t at = 0; at < lines.size(); ++at) {
      const std::string_view line = lines[at].text;
      if (names_old_file(lines, at)) {
        open(file_of_heading(lines[at + 1].text));
        ++at;
      } else if (line.starts_with("*** Update File: ") || line.starts_with("*** Add File: ")) {
        open(file_of_heading(line));
      } else if (!is_hunk(line) && !is_heading(line)) {
        take(line);
      }
    }
    std::erase_if(files_, [](const PatchedFile& one) { return trim(one.text).empty(); });
    return std::move(files_);
  }

 private:
  void open(const std::string& file) {
    const auto known = std::ranges::find(files_, file, &PatchedFile::file);
    if (known != files_.end()) {
      here_ = static_cast<std::size_t>(known - files_.begin());
    } else if (files_.size() < most_patched_files) {
      here_ = files_.size();
      files_.push_back({.file = file, .text = ""});
    }
  }

  void take(std::string_view line) {
    if (line.starts_with('-')) return;
    if (files_.empty()) open("");
    const bool mark = line.starts_with('+') || line.starts_with(' ');
    (files_[here_].text += mark ? line.substr(1) : line) += '\n';
  }

  std::vector<PatchedFile> files_;
  std::size_t here_ = 0;
};

}  // namespace

std::optional<Stretch> find_diff(std::string_view text) {
  const std::vector<DiffLine> lines = diff_lines(text);
  for (std::size_t at = 0; at < lines.size(); ++at) {
    const bool unified =
        names_old_file(lines, at) || (is_hunk(lines[at].text) && lines[at].text.contains(" +"));
    if (!unified && !opens_patch(lines[at].text)) continue;
    std::size_t first = at;
    while (first > 0 && is_heading(lines[first - 1].text)) --first;
    std::size_t last = at;
    for (std::size_t next = at; next < lines.size() && belongs_to_diff(lines[next]); ++next)
      if (!lines[next].text.empty()) last = next;
    return Stretch{.begin = lines[first].begin, .end = lines[last].end};
  }
  return std::nullopt;
}

std::vector<PatchedFile> patched_files(std::string_view diff) { return Patching().run(diff); }

}  // namespace redcode::analysis
