#include "analysis/shell/parser.h"

#include <algorithm>
#include <array>

namespace redcode::shell {
namespace {

// Reading is linear but for what nests, and that is bounded.
constexpr std::size_t steps_per_byte = 64;
constexpr std::size_t most_brace_words = 20'000;

}  // namespace

bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

bool is_name_part(char c) { return is_name_start(c) || (c >= '0' && c <= '9'); }

bool is_meta(char c) {
  return c == '\0' || std::string_view(" \t\n;|&()<>").find(c) != std::string_view::npos;
}

bool is_reserved(std::string_view word) {
  static constexpr std::array<std::string_view, 21> words{
      "if",   "then", "elif", "else", "fi", "while",    "until",  "for", "select", "do",  "done",
      "case", "esac", "in",   "{",    "}",  "function", "coproc", "[[",  "!",      "time"};
  return std::ranges::find(words, word) != words.end();
}

Result<List> read_script(std::string_view text, ReadOptions options) {
  if (text.size() > most_script_bytes)
    return std::unexpected(Error{.code = "shell-too-big", .message = "the commands are too long"});
  if (text.find('\0') != std::string_view::npos)
    return std::unexpected(Error{.code = "shell-syntax", .message = "a NUL among commands"});
  Allowance allowance{.steps = (text.size() + 64) * steps_per_byte, .words = most_brace_words};
  return Parser(text, options, allowance).script();
}

Result<List> Parser::script() {
  List read = list();
  if (!failed() && cursor_.peek() != '\0') unexpected("something that begins no command");
  if (!failed() && !pending_.empty()) unexpected("a here-document without an end");
  if (!failed() && allowance_.steps == 0)
    fail("shell-too-much", "the commands take too long to read");
  if (wrong_) return std::unexpected(*wrong_);
  return read;
}

void Parser::fail(std::string_view code, std::string_view what) {
  if (!failed())
    wrong_ = Error{.code = std::string(code),
                   .message = std::string(what),
                   .where = {.line = static_cast<int>(cursor_.line())}};
  cursor_.to_end();
}

void Parser::adopt(const Parser& inner) {
  if (!inner.failed()) return;
  if (!failed()) wrong_ = inner.wrong_;
  cursor_.to_end();
}

// False, and a complaint, if that is too deep. Else leave() has to follow.
bool Parser::enter() {
  if (depth_ >= deepest_nesting) {
    fail("shell-too-deep", "commands are nested too deep");
    return false;
  }
  ++depth_;
  return true;
}

// And a comment, if there is one.
void Parser::blanks() {
  while (cursor_.peek() == ' ' || cursor_.peek() == '\t') cursor_.take();
  if (cursor_.peek() != '#') return;
  while (cursor_.raw() != '\0' && cursor_.raw() != '\n') cursor_.take_raw();
}

void Parser::newline() {
  cursor_.take();
  if (!pending_.empty()) read_documents();
}

void Parser::newlines() {
  for (blanks(); cursor_.peek() == '\n'; blanks()) newline();
}

// The next word if nothing in it is quoted or expanded, without taking it; else "".
std::string Parser::plain_word() {
  constexpr std::size_t longest = 64;
  const std::size_t before = cursor_.at();
  std::string found;
  while (!is_meta(cursor_.peek()) && found.size() < longest) {
    const char next = cursor_.peek();
    if (std::string_view("'\"\\$`").find(next) != std::string_view::npos) {
      found.clear();
      break;
    }
    found += cursor_.take();
  }
  if (!failed()) cursor_.back_to(before);
  return found;
}

bool Parser::eat_word(std::string_view word) {
  blanks();
  return plain_word() == word && cursor_.eat(word);
}

void Parser::want_word(std::string_view word) {
  if (!eat_word(word)) unexpected("a command that is not finished");
}

}  // namespace redcode::shell
