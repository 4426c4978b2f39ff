// Everything that begins with a dollar.
#include <algorithm>
#include <string_view>
#include <utility>

#include "analysis/shell/parser.h"

namespace redcode::shell {

namespace {

// What is open inside of an expression.
struct Brackets {
  int round = 0;
  int square = 0;

  // Whether `next` ends the expression; else it is counted.
  bool closes(char next, char closing) {
    if (next == closing && round == 0 && square == 0) return true;
    if (next == '(') ++round;
    if (next == ')' && --round < 0) return true;
    if (next == '[') ++square;
    if (next == ']' && square > 0) --square;
    return false;
  }
};

}  // namespace

void Parser::dollar(RawWord& raw, bool quoted) {
  cursor_.take();
  const char next = cursor_.peek();
  if (next == '(' || next == '[') {
    dollar_bracket(raw, quoted);
  } else if (next == '{') {
    cursor_.take();
    if (enter()) {
      braced_parameter(raw, quoted);
      leave();
    }
  } else if (next == '\'' && !quoted) {
    cursor_.take();
    ansi_quoted(raw);
  } else if (next == '"' && !quoted) {
    double_quoted(raw);
  } else {
    named_parameter(raw, quoted);
  }
}

// $(…), $((…)) and $[…].
void Parser::dollar_bracket(RawWord& raw, bool quoted) {
  Piece piece{.kind = Piece::Kind::arithmetic, .quoted = quoted};
  if (cursor_.take() == '[') {
    piece.words.push_back(counted_expression(']'));
    if (!cursor_.eat(']')) unexpected("arithmetic without an end");
    return raw.add(std::move(piece));
  }
  if (!cursor_.eat('(')) return substitution(raw, Piece::Kind::commands, quoted);
  piece.words.emplace_back();
  if (arithmetic(piece.words.front())) return raw.add(std::move(piece));
  // Commands in a subshell, which bash takes apart in another way than all others.
  unexpected("arithmetic that is none");
}

// Without braces; or a dollar that is just that.
void Parser::named_parameter(RawWord& raw, bool quoted) {
  Piece piece{.kind = Piece::Kind::parameter, .quoted = quoted};
  const char next = cursor_.peek();
  if (is_name_start(next)) {
    while (is_name_part(cursor_.peek())) piece.text += cursor_.take();
  } else if (next != '\0' &&
             std::string_view("0123456789@*#?-$!").find(next) != std::string_view::npos) {
    piece.text = std::string(1, cursor_.take());
  } else if (quoted) {
    return raw.add_quoted('$');
  } else {
    return raw.add('$');
  }
  raw.add(std::move(piece));
}

// After ${.
void Parser::braced_parameter(RawWord& raw, bool quoted) {
  Piece piece{.kind = Piece::Kind::parameter, .quoted = quoted};
  parameter_name(piece);
  if (cursor_.peek() == '[') subscript(piece.subscript);
  static constexpr std::string_view signs = ":-=?+#%/^,@*";
  while (signs.find(cursor_.peek()) != std::string_view::npos && cursor_.peek() != '\0' &&
         piece.operation.size() < 2) {
    const char sign = cursor_.peek();
    const bool second = !piece.operation.empty();
    // What may be doubled, and the colon before another sign.
    const bool fits =
        !second ||
        (piece.operation == ":" ? std::string_view("-=?+").find(sign) != std::string_view::npos
                                : std::string_view("#%/^,").find(sign) != std::string_view::npos &&
                                      piece.operation.front() == sign);
    if (!fits) break;
    piece.operation += cursor_.take();
  }
  if (piece.text.empty()) return unexpected("a parameter without a name");
  if (piece.operation.empty() && cursor_.peek() != '}')
    return unexpected("a parameter with something odd after its name");
  piece.words.push_back(until("}", quoted));
  if (!cursor_.eat('}')) return unexpected("a brace without an end");
  raw.add(std::move(piece));
}

void Parser::parameter_name(Piece& piece) {
  static constexpr std::string_view special = "@*#?-$!";
  const char first = cursor_.peek();
  if (first == '!' || first == '#') {
    const char second = cursor_.peek_second();
    const bool prefix = is_name_part(second) ||
                        (second != '\0' && second != '}' &&
                         special.find(second) != std::string_view::npos && first == '!') ||
                        (first == '#' && (second == '@' || second == '*'));
    if (prefix) piece.text += cursor_.take();
  }
  if (is_name_part(cursor_.peek())) {
    while (is_name_part(cursor_.peek())) piece.text += cursor_.take();
  } else if (cursor_.peek() != '\0' && special.find(cursor_.peek()) != std::string_view::npos) {
    piece.text += cursor_.take();
  }
}

// Text up to the closing character, which is left there; to the end if there is none, as in a
// here-document. Between double quotes if `quoted`; else as an operand, where blanks are text.
Word Parser::until(std::string_view closing, bool quoted) {
  RawWord raw;
  while (!failed() && cursor_.peek() != '\0') {
    if (!closing.empty() && cursor_.peek() == closing.front()) break;
    inside_character(raw, closing, quoted);
  }
  return finish(raw, raw.units, quoted ? Tildes::none : Tildes::argument);
}

void Parser::inside_character(RawWord& raw, std::string_view closing, bool quoted) {
  const char next = cursor_.peek();
  const bool operand = closing == "}";
  if (next == '$') return dollar(raw, quoted);
  if (next == '`') return backquoted(raw, quoted);
  if (next == '\\' && quoted) {
    quoted_backslash(raw, closing);
  } else if (operand && (next == '"' || next == '\'' || next == '\\')) {
    int none = 0;
    word_character(raw, In::command, none);
  } else if (quoted) {
    raw.add_quoted(cursor_.take());
  } else {
    raw.add(cursor_.take());
  }
}

// A backslash is gone only before what would mean something without it.
void Parser::quoted_backslash(RawWord& raw, std::string_view closing) {
  cursor_.take();
  std::string_view special = "$`\\\"}";
  if (closing != "}") special.remove_suffix(1);
  if (closing.empty()) special.remove_suffix(1);
  const char after = cursor_.raw();
  if (after == '\0' || special.find(after) == std::string_view::npos) raw.add_quoted('\\');
  if (after != '\0') raw.add_quoted(cursor_.take_raw());
}

// From [ to ].
void Parser::subscript(std::vector<Word>& into) {
  cursor_.take();
  into.push_back(counted_expression(']'));
  if (!cursor_.eat(']')) unexpected("a bracket without an end");
}

// After the parenthesis.
void Parser::substitution(RawWord& raw, Piece::Kind kind, bool quoted) {
  Piece piece{.kind = kind, .quoted = quoted};
  if (!pending_.empty()) return unexpected("a here-document that begins before a substitution");
  // <(( as well as $(( is taken apart as arithmetic would be.
  if (cursor_.peek() == '(') return unexpected("two parentheses that begin a substitution");
  const bool outer = std::exchange(in_substitution_, true);
  const bool documents = std::exchange(document_in_substitution_, false);
  const int compounds = std::exchange(compounds_, 0);
  piece.lists.push_back(list());
  compounds_ = compounds;
  in_substitution_ = outer;
  document_in_substitution_ = outer && (documents || document_in_substitution_);
  if (!pending_.empty()) unexpected("a here-document without an end");
  if (!cursor_.eat(')')) unexpected("a parenthesis without an end");
  raw.add(std::move(piece));
}

// After ((: the expression up to )). False if it turns out not to be one; where the cursor is then
// says nothing.
bool Parser::arithmetic(Word& expression) {
  if (!enter()) return false;
  expression = counted_expression(')');
  leave();
  if (!failed()) return cursor_.eat("))");
  // What makes no sense as an expression may make sense as commands.
  if (wrong_ && wrong_->code == "shell-syntax" && allowance_.steps > 0) wrong_.reset();
  return false;
}

// An expression up to `closing`, with whatever is nested in it.
Word Parser::counted_expression(char closing) {
  RawWord raw;
  Brackets open;
  while (!failed()) {
    const char next = cursor_.peek();
    if (next == '\0') unexpected("arithmetic without an end");
    if (next == '\0' || open.closes(next, closing)) break;
    if (std::string_view("\\'\"`$").find(next) != std::string_view::npos) {
      int none = 0;
      word_character(raw, In::regex, none);
    } else {
      raw.add_quoted(cursor_.take());
    }
  }
  return finish(raw, raw.units, Tildes::none);
}

}  // namespace redcode::shell
