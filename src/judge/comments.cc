#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.h"
#include "judge/word_setting.h"

namespace redcode::judge {
namespace {

// How a kind of file writes comments.
struct Comments {
  std::string_view line = {};  // from here to the end of the line, at its start or after a blank
  std::string_view also = {};
  std::string_view open = {};
  std::string_view close = {};
};
constexpr Comments hash{.line = "#"};
constexpr Comments slashes{.line = "//", .also = {}, .open = "/*", .close = "*/"};
constexpr Comments hash_or_semicolon{.line = "#", .also = ";"};
constexpr Comments markup{.line = {}, .also = {}, .open = "<!--", .close = "-->"};
constexpr Comments dashes{.line = "--", .also = {}, .open = "/*", .close = "*/"};

struct Kind {
  std::string_view ending;
  Comments comments;
};
constexpr std::array<Kind, 36> kinds_of_files{{
    {".py", hash},
    {".sh", hash},
    {".bash", hash},
    {".zsh", hash},
    {"rc", hash},
    {"profile", hash},
    {".env", hash},
    {".yaml", hash},
    {".yml", hash},
    {".toml", hash},
    {".rb", hash},
    {".pl", hash},
    {".service", hash_or_semicolon},
    {".ini", hash_or_semicolon},
    {".cfg", hash_or_semicolon},
    {".conf", hash_or_semicolon},
    {".cnf", hash_or_semicolon},
    {".properties", hash},
    {"dockerfile", hash},
    {"makefile", hash},
    {"crontab", hash},
    {".tf", {.line = "#", .also = "//", .open = "/*", .close = "*/"}},
    {".hcl", {.line = "#", .also = "//", .open = "/*", .close = "*/"}},
    {".php", {.line = "#", .also = "//", .open = "/*", .close = "*/"}},
    {".js", slashes},
    {".mjs", slashes},
    {".ts", slashes},
    {".jsonc", slashes},
    {".c", slashes},
    {".cc", slashes},
    {".go", slashes},
    {".java", slashes},
    {".css", slashes},
    {".sql", dashes},
    {".html", markup},
    {".xml", markup},
}};

const Comments* comments_of(std::string_view path) {
  const std::string name = lower(path);
  const auto found = std::ranges::find_if(
      kinds_of_files, [&](const Kind& kind) { return name.ends_with(kind.ending); });
  return found == kinds_of_files.end() ? nullptr : &found->comments;
}

class Stripper {
 public:
  Stripper(std::string_view text, const Comments& comments) : text_(text), comments_(comments) {}

  std::string strip() && {
    while (at_ < text_.size()) step();
    return std::move(kept_);
  }

 private:
  bool is_next(std::string_view mark) const {
    return !mark.empty() && text_.substr(at_).starts_with(mark);
  }

  void step() {
    const char c = text_[at_];
    if (quote_ != 0) return quoted(c);
    const bool apart = at_ == 0 || std::isspace(static_cast<unsigned char>(text_[at_ - 1])) != 0;
    if (is_next(comments_.open)) {
      const std::size_t end = text_.find(comments_.close, at_ + comments_.open.size());
      at_ = end == std::string_view::npos ? text_.size() : end + comments_.close.size();
      return;
    }
    // "#!" on the first line says who runs it.
    const bool first = at_ == 0 && text_.starts_with("#!");
    if (apart && !first && (is_next(comments_.line) || is_next(comments_.also))) {
      at_ = std::min(text_.find('\n', at_), text_.size());
      return;
    }
    // In markup, an apostrophe is one.
    if ((c == '"' || c == '\'') && comments_.open != markup.open) quote_ = c;
    take(c);
  }

  void quoted(char c) {
    // Nobody's quotes go over a line's end for what matters here, and an apostrophe in prose must
    // not swallow the rest.
    if (c == quote_ || c == '\n') quote_ = 0;
    if (c == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] != '\n') take(c);
    take(text_[at_]);
  }

  void take(char c) {
    kept_ += c;
    ++at_;
  }

  std::string_view text_;
  const Comments& comments_;
  std::size_t at_ = 0;
  char quote_ = 0;
  std::string kept_;
};

}  // namespace

std::string without_comments(std::string_view path, std::string_view text) {
  const Comments* comments = comments_of(path);
  return comments == nullptr ? std::string(text) : Stripper(text, *comments).strip();
}

}  // namespace redcode::judge
