// Compound commands.
#include <algorithm>
#include <array>
#include <string_view>

#include "analysis/shell/fields.h"
#include "analysis/shell/parser.h"

namespace redcode::shell {

// False if what comes is a simple command; then nothing is taken.
bool Parser::compound(Command& command) {
  if (cursor_.peek() == '(') return parenthesis(command), true;
  const std::string word = plain_word();
  if (word == "{") {
    cursor_.eat(word);
    Group group;
    group.body = body("braces with nothing in them");
    want_word("}");
    command.what = std::move(group);
  } else if (word == "if") {
    conditional(command);
  } else if (word == "while" || word == "until") {
    loop(command, word == "until");
  } else if (word == "for" || word == "select") {
    each(command);
  } else if (word == "case") {
    choice(command);
  } else if (word == "[[") {
    test(command);
  } else if (word == "function") {
    function(command);
  } else if (word == "coproc") {
    coprocess(command);
  } else {
    return false;
  }
  return true;
}

// ((…)), or commands in a subshell. Bash takes two parentheses for arithmetic first, and does not
// read it as it did once it finds that it is none.
void Parser::parenthesis(Command& command) {
  cursor_.take();
  if (cursor_.eat('(')) {
    Arithmetic read;
    if (!arithmetic(read.expression)) return unexpected("arithmetic that is none");
    command.what = std::move(read);
    return;
  }
  Group group{.subshell = true, .body = body("parentheses with nothing in them")};
  if (!cursor_.eat(')')) unexpected("a parenthesis without an end");
  command.what = std::move(group);
}

void Parser::conditional(Command& command) {
  Conditional read;
  want_word("if");
  do {
    read.lists.push_back(body("a condition with nothing in it"));
    want_word("then");
    read.lists.push_back(body("a branch with nothing in it"));
  } while (!failed() && eat_word("elif"));
  if (!failed() && eat_word("else")) read.lists.push_back(body("a branch with nothing in it"));
  want_word("fi");
  command.what = std::move(read);
}

void Parser::loop(Command& command, bool until) {
  want_word(until ? "until" : "while");
  Loop read{.until = until, .condition = body("a condition with nothing in it"), .body = {}};
  want_word("do");
  read.body = body("a loop with nothing in it");
  want_word("done");
  command.what = std::move(read);
}

// do … done, or { … }.
List Parser::loop_body() {
  newlines();
  const bool braces = plain_word() == "{";
  want_word(braces ? "{" : "do");
  List read = body("a loop with nothing in it");
  want_word(braces ? "}" : "done");
  return read;
}

void Parser::each(Command& command) {
  const bool select = eat_word("select");
  if (!select) want_word("for");
  blanks();
  if (!select && cursor_.eat("((")) return counted(command);
  Each read;
  read.variable = plain_word();
  if (read.variable.empty() || !std::ranges::all_of(read.variable, is_name_part))
    return unexpected("a loop without a variable");
  cursor_.eat(read.variable);
  newlines();
  read.positional = !eat_word("in");
  if (!read.positional) read.words = loop_words();
  if (!cursor_.eat(';') && !read.positional && cursor_.peek() != '\n')
    return unexpected("a loop without a body");
  read.body = loop_body();
  command.what = std::move(read);
}

std::vector<Word> Parser::loop_words() {
  std::vector<Word> read;
  for (blanks(); !failed(); blanks()) {
    const char next = cursor_.peek();
    const bool angle = next == '<' || next == '>';
    if (is_meta(next) && !angle) break;
    if (angle && cursor_.peek_second() != '(')
      unexpected("a redirection among the words of a loop");
    std::vector<Word> more = words();
    std::ranges::move(more, std::back_inserter(read));
  }
  return read;
}

void Parser::counted(Command& command) {
  Counted read;
  for (const char closing : {';', ';', ')'}) {
    read.expressions.push_back(counted_expression(closing));
    if (!cursor_.eat(closing)) return unexpected("a loop that does not say how often");
  }
  if (!cursor_.eat(')')) return unexpected("a loop that does not say how often");
  blanks();
  cursor_.eat(';');
  read.body = loop_body();
  command.what = std::move(read);
}

void Parser::choice(Command& command) {
  Choice read;
  want_word("case");
  blanks();
  read.subject = word(Tildes::argument);
  newlines();
  want_word("in");
  for (newlines(); !failed() && plain_word() != "esac"; newlines()) {
    if (!branch(read)) break;
  }
  want_word("esac");
  command.what = std::move(read);
}

// False if it was the last one.
bool Parser::branch(Choice& choice) {
  Branch read;
  cursor_.eat('(');
  do {
    blanks();
    read.patterns.push_back(word(Tildes::argument));
    if (read.patterns.back().pieces.empty()) unexpected("a case without a pattern");
    blanks();
  } while (!failed() && cursor_.eat('|'));
  if (!cursor_.eat(')')) unexpected("a case without its parenthesis");
  read.body = list();
  choice.branches.push_back(std::move(read));
  blanks();
  return cursor_.eat(";;&") || cursor_.eat(";;") || cursor_.eat(";&");
}

void Parser::test(Command& command) {
  Test read;
  want_word("[[");
  std::string before;
  for (newlines(); !failed(); newlines()) {
    if (eat_word("]]")) break;
    Word next = test_word(before);
    if (next.pieces.empty()) return unexpected("a test that is not finished");
    before = static_text(next).value_or("");
    read.words.push_back(std::move(next));
  }
  if (read.words.empty()) unexpected("a test with nothing in it");
  command.what = std::move(read);
}

// `before` decides how a word is read.
Word Parser::test_word(const std::string& before) {
  for (const std::string_view sign : {"&&", "||", "(", ")", "<", ">"}) {
    if (!cursor_.eat(sign)) continue;
    Word next;
    next.pieces.push_back({.text = std::string(sign)});
    return next;
  }
  if (before == "==" || before == "=" || before == "!=") return pattern_word();
  return word(Tildes::argument, before == "=~" ? In::regex : In::command);
}

void Parser::function(Command& command) {
  want_word("function");
  blanks();
  const auto name = static_text(word(Tildes::none));
  if (!name || name->empty()) return unexpected("a function's odd name");
  blanks();
  const std::size_t before = cursor_.at();
  if (cursor_.eat('(')) {
    blanks();
    // Else the parenthesis is the body's.
    if (!cursor_.eat(')') && !failed()) cursor_.back_to(before);
  }
  command.what = function_body(*name);
}

Function Parser::function_body(std::string name) {
  Function read{.name = std::move(name), .body = {}};
  newlines();
  Command body;
  body.line = cursor_.line();
  if (!enter()) return read;
  ++compounds_;
  if (!compound(body)) unexpected("a function without a body");
  --compounds_;
  while (!failed() && redirect(body.redirects)) continue;
  leave();
  read.body.push_back(std::move(body));
  return read;
}

void Parser::coprocess(Command& command) {
  static constexpr std::array<std::string_view, 8> openers{"{",   "if",     "while", "until",
                                                           "for", "select", "case",  "[["};
  want_word("coproc");
  blanks();
  Coprocess read;
  const std::size_t before = cursor_.at();
  const std::string name = plain_word();
  if (!name.empty() && std::ranges::all_of(name, is_name_part) && !is_reserved(name)) {
    cursor_.eat(name);
    blanks();
    if (cursor_.peek() == '(' || std::ranges::find(openers, plain_word()) != openers.end())
      read.name = name;
    else if (!failed())
      cursor_.back_to(before);
  }
  read.body.push_back(this->command());
  command.what = std::move(read);
}

}  // namespace redcode::shell
