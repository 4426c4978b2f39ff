#include "corpus/tokens.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>

#include "base/text.h"

namespace redcode::corpus {
namespace {

constexpr std::array<std::string_view, 35> python_keywords{
    "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
    "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
    "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
    "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};
constexpr std::array<std::string_view, 16> bash_keywords{
    "if", "then", "else", "elif", "fi", "for",    "while",    "until",
    "do", "done", "case", "esac", "in", "select", "function", "time"};
constexpr std::array<std::string_view, 42> javascript_keywords{
    "async",    "await",      "break",   "case",   "catch",    "class", "const",
    "continue", "debugger",   "default", "delete", "do",       "else",  "export",
    "extends",  "false",      "finally", "for",    "function", "if",    "import",
    "in",       "instanceof", "let",     "new",    "null",     "of",    "return",
    "static",   "super",      "switch",  "this",   "throw",    "true",  "try",
    "typeof",   "undefined",  "var",     "void",   "while",    "with",  "yield"};

std::span<const std::string_view> keywords(Language language) {
  if (language == Language::python) return python_keywords;
  if (language == Language::bash) return bash_keywords;
  return javascript_keywords;
}

std::string_view comment_mark(Language language) {
  return language == Language::javascript ? "//" : "#";
}

bool blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

// Letters of other alphabets are letters.
bool in_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || c == '_' || byte >= 0x80;
}

std::string_view word_at(std::string_view text) {
  const auto* const end = std::ranges::find_if_not(text, in_word);
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

void cut_words(std::string_view text, std::vector<std::string>& words) {
  while (!text.empty()) {
    const std::size_t length = std::max<std::size_t>(word_at(text).size(), 1);
    if (!blank(text.front())) words.emplace_back(text.substr(0, length));
    text.remove_prefix(length);
  }
}

class ShapeReader {
 public:
  ShapeReader(std::string_view code, Language language) : left_(code), language_(language) {}

  std::vector<std::string> read() && {
    while (!left_.empty()) step();
    return std::move(shape_);
  }

 private:
  void step() {
    if (blank(left_.front())) return skip(1, true);
    if (after_blank_ && left_.starts_with(comment_mark(language_))) {
      return skip(std::min(left_.find('\n'), left_.size()), true);
    }
    if (const std::size_t length = string_length(); length > 0) {
      shape_.emplace_back("s");
      return skip(length, false);
    }
    const std::string_view word = word_at(left_);
    shape_.push_back(word.empty() ? std::string(1, left_.front()) : masked(word));
    skip(std::max<std::size_t>(word.size(), 1), false);
  }

  void skip(std::size_t length, bool blank_now) {
    left_.remove_prefix(length);
    after_blank_ = blank_now;
  }

  std::string masked(std::string_view word) const {
    if (std::isdigit(static_cast<unsigned char>(word.front())) != 0) return "0";
    const auto words = keywords(language_);
    return std::ranges::find(words, word) == words.end() ? "n" : std::string(word);
  }

  // Of the quoted string that starts here, quotes included; 0 if none does, or none ends.
  std::size_t string_length() const {
    const char quote = left_.front();
    const bool opens =
        quote == '"' || quote == '\'' || (quote == '`' && language_ == Language::javascript);
    if (!opens) return 0;
    if (language_ == Language::python && left_.starts_with(std::string(3, quote))) {
      const std::size_t end = left_.find(std::string(3, quote), 3);
      if (end != std::string_view::npos) return end + 3;
    }
    const bool escapes = language_ != Language::bash || quote != '\'';
    for (std::size_t at = 1; at < left_.size(); ++at) {
      if (left_[at] == quote) return at + 1;
      if (left_[at] == '\\' && escapes) ++at;
    }
    return 0;
  }

  std::string_view left_;
  Language language_;
  std::vector<std::string> shape_;
  bool after_blank_ = true;  // where a comment may start: "$#" is none
};

}  // namespace

std::vector<std::string> words_of(std::string_view code, Language language) {
  std::vector<std::string> words;
  for (const std::string& line : split(code, '\n')) {
    if (!trim(line).starts_with(comment_mark(language))) cut_words(line, words);
  }
  return words;
}

std::vector<std::string> shape_of(std::string_view code, Language language) {
  return ShapeReader(code, language).read();
}

}  // namespace redcode::corpus
