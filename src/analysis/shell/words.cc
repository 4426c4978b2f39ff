// Words: quotes, backslashes, and where a word ends.
#include <string_view>

#include "analysis/shell/ansi_quotes.h"
#include "analysis/shell/parser.h"

namespace redcode::shell {
namespace {

bool opens_extended(char c) { return std::string_view("?*+@!").find(c) != std::string_view::npos; }

// In a regular expression parentheses are part of it, and whatever is between them.
bool ends_word(char next, In in, int open) {
  if (in != In::regex) return is_meta(next);
  if (next == '\0' || next == '(' || next == '|') return next == '\0';
  if (open > 0) return false;
  return is_meta(next);
}

}  // namespace

RawWord Parser::raw_word(In in) {
  RawWord raw;
  int open = 0;
  while (!failed()) {
    const char next = cursor_.peek();
    const bool process = (next == '<' || next == '>') && cursor_.peek_second() == '(';
    if (process && in == In::command) {
      cursor_.take();
      cursor_.take();
      substitution(raw, next == '<' ? Piece::Kind::process_in : Piece::Kind::process_out, false);
    } else if (ends_word(next, in, open)) {
      break;
    } else {
      word_character(raw, in, open);
    }
  }
  return raw;
}

void Parser::word_character(RawWord& raw, In in, int& open) {
  const char next = cursor_.peek();
  if (next == '\\') return backslash(raw);
  if (next == '\'') return single_quoted(raw);
  if (next == '"') return double_quoted(raw);
  if (next == '`') return backquoted(raw, false);
  if (next == '$') return dollar(raw, false);
  if (in == In::regex && next == '(') ++open;
  if (in == In::regex && next == ')') --open;
  raw.add(cursor_.take());
  if (in == In::command && opens_extended(next) && cursor_.peek() == '(') {
    if (!options_.extended_patterns) return unexpected("a parenthesis where none can be");
    extended_pattern(raw);
  }
}

// From its parenthesis to the one that closes it; what is between is part of the word.
void Parser::extended_pattern(RawWord& raw) {
  int open = 0;
  do {
    const char next = cursor_.peek();
    if (next == '\0') return unexpected("a pattern without an end");
    if (next == '(') ++open;
    if (next == ')') --open;
    if (std::string_view("\\'\"`$").find(next) != std::string_view::npos) {
      int none = 0;
      word_character(raw, In::command, none);
    } else {
      raw.add(cursor_.take());
    }
  } while (!failed() && open > 0);
}

void Parser::backslash(RawWord& raw) {
  cursor_.take();
  raw.add_quoted(cursor_.raw() == '\0' ? '\\' : cursor_.take_raw());
}

void Parser::single_quoted(RawWord& raw) {
  cursor_.take();
  Piece text{.quoted = true};
  while (cursor_.raw() != '\'' && cursor_.raw() != '\0') text.text += cursor_.take_raw();
  if (cursor_.take_raw() != '\'') unexpected("a quote without an end");
  raw.add(std::move(text));
}

void Parser::double_quoted(RawWord& raw) {
  cursor_.take();
  if (!enter()) return;
  Word inside = until("\"", true);
  leave();
  if (!cursor_.eat('"')) return unexpected("a quote without an end");
  if (inside.pieces.empty()) inside.pieces.push_back({.quoted = true});
  for (Piece& piece : inside.pieces) raw.add(std::move(piece));
}

void Parser::ansi_quoted(RawWord& raw) {
  std::string inside;
  while (cursor_.raw() != '\'' && cursor_.raw() != '\0') {
    const char next = cursor_.take_raw();
    inside += next;
    if (next == '\\' && cursor_.raw() != '\0') inside += cursor_.take_raw();
  }
  if (cursor_.take_raw() != '\'') return unexpected("a quote without an end");
  auto text = ansi_text(inside);
  if (!text) return unexpected("an escape that depends on the language set");
  raw.add(Piece{.quoted = true, .text = std::move(*text)});
}

// What stands between is first unescaped and then read, as bash does.
void Parser::backquoted(RawWord& raw, bool quoted) {
  const std::uint32_t line = cursor_.line();
  const std::string inside = backquoted_text(quoted);
  if (failed() || !enter()) return;
  Piece piece{.kind = Piece::Kind::commands, .quoted = quoted};
  Parser inner(inside, *this, line);
  auto list = inner.script();
  if (!list && !inner.failed()) fail(list.error().code, list.error().message);
  adopt(inner);
  leave();
  if (list) piece.lists.push_back(std::move(*list));
  raw.add(std::move(piece));
}

std::string Parser::backquoted_text(bool quoted) {
  cursor_.take_raw();
  std::string inside;
  while (cursor_.raw() != '`' && cursor_.raw() != '\0') {
    char next = cursor_.take_raw();
    if (next == '\\') {
      const std::string_view special = quoted ? "$`\\\"" : "$`\\";
      if (special.find(cursor_.raw()) != std::string_view::npos && cursor_.raw() != '\0')
        next = cursor_.take_raw();
    }
    inside += next;
  }
  if (cursor_.take_raw() != '`') unexpected("a backquote without an end");
  return inside;
}

// One word of the text may be several for a program, or none: braces.
std::vector<Word> Parser::words() {
  std::vector<Word> read;
  const RawWord raw = raw_word(In::command);
  const auto expanded = expand_braces(raw.units, allowance_.words);
  if (!expanded) {
    fail("shell-too-much", "braces that say too much, or nothing plain");
    return read;
  }
  for (const Units& units : *expanded) {
    if (!units.empty()) read.push_back(finish(raw, units, Tildes::argument));
  }
  return read;
}

Word Parser::word(Tildes tildes, In in) {
  const RawWord raw = raw_word(in);
  return finish(raw, raw.units, tildes);
}

// Beside == in a test extended patterns need no option.
Word Parser::pattern_word() {
  const ReadOptions before = options_;
  options_.extended_patterns = true;
  Word read = word(Tildes::argument);
  options_ = before;
  return read;
}

// False if none comes; then nothing is taken.
bool Parser::assignment(std::vector<Assignment>& assignments) {
  const std::size_t before = cursor_.at();
  Assignment read;
  if (is_name_start(cursor_.peek())) read.name += cursor_.take();
  while (!read.name.empty() && is_name_part(cursor_.peek())) read.name += cursor_.take();
  if (!read.name.empty() && cursor_.peek() == '[') subscript(read.subscript);
  read.append = cursor_.peek() == '+' && cursor_.peek_second() == '=' && cursor_.eat('+');
  if (failed() || read.name.empty() || !cursor_.eat('=')) {
    if (!failed()) cursor_.back_to(before);
    return false;
  }
  if (cursor_.peek() == '(')
    array(read);
  else
    read.values.push_back(word(Tildes::value));
  assignments.push_back(std::move(read));
  return true;
}

void Parser::array(Assignment& assignment) {
  assignment.array = true;
  cursor_.take();
  for (newlines(); !failed() && !cursor_.eat(')'); newlines()) {
    const char next = cursor_.peek();
    const bool process = (next == '<' || next == '>') && cursor_.peek_second() == '(';
    if (is_meta(next) && !process) return unexpected("an array that is not finished");
    std::vector<Word> more = words();
    for (Word& one : more) assignment.values.push_back(std::move(one));
  }
}

}  // namespace redcode::shell
