// Script: a text of bash commands as bash would read it, before anything is expanded. Plain data.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace redcode::shell {

struct Statement;
struct Word;

struct List {
  std::vector<Statement> statements;
};

// A stretch of a word. Braces are already expanded, quotes and backslashes removed.
struct Piece {
  enum class Kind : std::uint8_t {
    text,         // characters as they are
    pattern,      // unquoted text with a wildcard in it, as written
    parameter,    // $name, ${name…}
    commands,     // $(…), `…`
    arithmetic,   // $((…)), $[…]
    process_in,   // <(…)
    process_out,  // >(…)
    tilde,        // ~, ~name: text is the name
  };

  Kind kind = Kind::text;
  bool quoted = false;          // neither split nor matched against files
  std::string text;             // a parameter's name, with the "!" or "#" before it
  std::string operation;        // of ${name…}: ":-", "##", "//", "@"; "" for none
  std::vector<Word> subscript;  // of ${name[…]}: none or one
  std::vector<Word> words;      // a parameter's operand; arithmetic: the expression
  std::vector<List> lists;      // the one list of commands
};

struct Word {
  std::vector<Piece> pieces;
};

struct Assignment {
  std::string name;
  std::vector<Word> subscript;  // none or one
  bool append = false;
  bool array = false;
  std::vector<Word> values;  // one, but for an array
};

struct Redirect {
  enum class Kind : std::uint8_t {
    input,          // <
    output,         // >, >|
    append,         // >>
    both,           // <>
    copy_input,     // <&
    copy_output,    // >& a descriptor
    output_all,     // &>, >& a file
    append_all,     // &>>
    here_document,  // <<, <<-
    here_string,    // <<<
  };

  Kind kind = Kind::input;
  std::optional<int> descriptor;
  std::string variable;            // {name}>
  Word target;                     // of a here-document: its delimiter
  std::shared_ptr<Word> document;  // its text
};

struct Simple {
  std::vector<Assignment> assignments;  // before the command, or alone
  std::vector<Word> words;
  std::vector<Assignment> declared;  // arguments of declare, export, …
};

struct Group {
  bool subshell = false;
  List body;
};

// if: a condition and a body for each branch, and the else last.
struct Conditional {
  std::vector<List> lists;
};

struct Loop {
  bool until = false;
  List condition;
  List body;
};

// for and select.
struct Each {
  std::string variable;
  bool positional = false;  // no `in`: "$@"
  std::vector<Word> words;
  List body;
};

// for ((…)).
struct Counted {
  std::vector<Word> expressions;
  List body;
};

struct Branch {
  std::vector<Word> patterns;
  List body;
};

struct Choice {
  Word subject;
  std::vector<Branch> branches;
};

// [[ … ]]
struct Test {
  std::vector<Word> words;
};

// (( … ))
struct Arithmetic {
  Word expression;
};

struct Command;

struct Function {
  std::string name;
  std::vector<Command> body;  // one
};

struct Coprocess {
  std::string name;
  std::vector<Command> body;  // one
};

struct Command {
  std::variant<Simple, Group, Conditional, Loop, Each, Counted, Choice, Test, Arithmetic, Function,
               Coprocess>
      what;
  std::vector<Redirect> redirects;
  std::uint32_t line = 0;
};

struct Pipeline {
  bool negated = false;
  std::vector<Command> commands;
};

// Pipelines joined by && and ||.
struct Statement {
  enum class Join : std::uint8_t { first, and_then, or_else };

  std::vector<Pipeline> pipelines;
  std::vector<Join> joins;  // what stands before each
  bool background = false;
};

}  // namespace redcode::shell
