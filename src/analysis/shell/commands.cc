// Lists, pipelines and simple commands.
#include <algorithm>
#include <array>

#include "analysis/shell/fields.h"
#include "analysis/shell/parser.h"

namespace redcode::shell {
namespace {

bool ends_list(std::string_view word) {
  static constexpr std::array<std::string_view, 8> words{"then", "elif", "else", "fi",
                                                         "do",   "done", "esac", "}"};
  return std::ranges::find(words, word) != words.end();
}

bool declares(std::string_view word) {
  static constexpr std::array<std::string_view, 5> words{"declare", "typeset", "export", "readonly",
                                                         "local"};
  return std::ranges::find(words, word) != words.end();
}

// Whether assignments may follow as arguments: `export`, `command export`.
bool declares(const std::vector<Word>& words) {
  if (words.empty()) return false;
  const auto first = static_text(words.front());
  if (first && declares(*first)) return true;
  if (words.size() < 2 || !first || (*first != "command" && *first != "builtin")) return false;
  const auto second = static_text(words[1]);
  return second && declares(*second);
}

}  // namespace

List Parser::list() {
  List read;
  if (!enter()) return read;
  for (newlines(); !failed(); newlines()) {
    const char next = cursor_.peek();
    if (next == '\0' || next == ')' || next == ';') break;
    if (ends_list(plain_word())) break;
    read.statements.push_back(statement());
    if (!ends_statement(read.statements.back())) break;
  }
  leave();
  return read;
}

// False if no other can follow.
bool Parser::ends_statement(Statement& statement) {
  blanks();
  const char next = cursor_.peek();
  if (next == '\n') return true;
  const char after = cursor_.peek_second();
  statement.background = next == '&';
  if (next != '&' && (next != ';' || after == ';' || after == '&')) return false;
  cursor_.take();
  // Bash 5.2 prints the commands of a substitution and reads them again, and forgets this sign.
  if (document_in_substitution_) unexpected("a list after a here-document in a substitution");
  return true;
}

// A list that has to have something in it.
List Parser::body(std::string_view what) {
  List read = list();
  if (read.statements.empty()) unexpected(what);
  return read;
}

Statement Parser::statement() {
  Statement read;
  auto join = Statement::Join::first;
  do {
    read.joins.push_back(join);
    read.pipelines.push_back(pipeline());
  } while (!failed() && joined(join));
  return read;
}

bool Parser::joined(Statement::Join& join) {
  blanks();
  if (cursor_.eat("&&")) {
    join = Statement::Join::and_then;
  } else if (cursor_.eat("||")) {
    join = Statement::Join::or_else;
  } else {
    return false;
  }
  newlines();
  return true;
}

Pipeline Parser::pipeline() {
  Pipeline read;
  bool prefixed = false;
  for (;; prefixed = true) {
    blanks();
    if (!(options_.extended_patterns && cursor_.peek_second() == '(') && eat_word("!")) {
      read.negated = !read.negated;
    } else if (eat_word("time")) {
      eat_word("-p");
      eat_word("--");
    } else {
      break;
    }
  }
  blanks();
  const char next = cursor_.peek();
  if (prefixed && (next == '\n' || next == ';' || next == '\0' || next == ')')) return read;
  while (!failed()) {
    read.commands.push_back(command());
    blanks();
    if (cursor_.peek() != '|' || cursor_.peek_second() == '|') break;
    cursor_.take();
    if (cursor_.eat('&')) {
      Redirect errors{.kind = Redirect::Kind::copy_output, .descriptor = 2};
      errors.target.pieces.push_back({.text = "1"});
      read.commands.back().redirects.push_back(std::move(errors));
    }
    newlines();
  }
  return read;
}

Command Parser::command() {
  Command read;
  if (!enter()) return read;
  blanks();
  read.line = cursor_.line();
  ++compounds_;
  const bool several = compound(read);
  --compounds_;
  if (several) {
    while (!failed() && redirect(read.redirects)) continue;
  } else {
    simple(read);
  }
  leave();
  return read;
}

void Parser::simple(Command& command) {
  Simple read;
  while (!failed()) {
    if (redirect(command.redirects)) continue;
    blanks();
    if (cursor_.peek() == '(' && read.words.size() == 1 && read.assignments.empty() &&
        command.redirects.empty())
      return function_after(read, command);
    if (is_meta(cursor_.peek()) && cursor_.peek() != '<' && cursor_.peek() != '>') break;
    if (!argument(read)) break;
  }
  if (read.words.empty() && read.assignments.empty() && command.redirects.empty())
    unexpected("something that begins no command");
  if (cursor_.peek() == '(') unexpected("a parenthesis where none can be");
  note_options(read);
  command.what = std::move(read);
}

// One word, or an assignment.
bool Parser::argument(Simple& simple) {
  if (simple.words.empty() && assignment(simple.assignments)) return true;
  if (declares(simple.words) && assignment(simple.declared)) return true;
  std::vector<Word> more = words();
  std::ranges::move(more, std::back_inserter(simple.words));
  return !failed();
}

void Parser::function_after(Simple& simple, Command& command) {
  cursor_.take();
  blanks();
  if (!cursor_.eat(')')) return unexpected("a parenthesis where none can be");
  const auto name = static_text(simple.words.front());
  if (!name || name->empty() || is_reserved(*name)) return unexpected("a function's odd name");
  command.what = function_body(*name);
}

// `shopt -s extglob` changes how the lines after it are read.
void Parser::note_options(const Simple& simple) {
  const auto fields = static_fields(simple.words);
  if (!fields || fields->size() < 3 || fields->front() != "shopt") return;
  if (std::ranges::find(*fields, "extglob") == fields->end()) return;
  if (std::ranges::find(*fields, "-s") != fields->end()) options_.extended_patterns = true;
  if (std::ranges::find(*fields, "-u") != fields->end()) options_.extended_patterns = false;
}

}  // namespace redcode::shell
