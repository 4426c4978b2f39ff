// Parser: reads one text of bash commands by recursive descent. Inside analysis/shell only.
//
// What is wrong is kept, and the cursor goes to the end: whoever is under way finds nothing more to
// read and returns, and only the outermost asks what became of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/shell/cursor.h"
#include "analysis/shell/reader.h"
#include "analysis/shell/script.h"

namespace redcode::shell {

// A character that no quote protects, or the place of a piece.
struct Unit {
  char character = '\0';
  int piece = -1;
};
using Units = std::vector<Unit>;

// A word as it stands there, before its braces are expanded.
struct RawWord {
  Units units;
  std::vector<Piece> pieces;

  void add(char unquoted) { units.push_back({.character = unquoted}); }
  void add(Piece piece) {
    units.push_back({.piece = static_cast<int>(pieces.size())});
    pieces.push_back(std::move(piece));
  }
  void add_quoted(char one);
};

// Where a word stands decides where it ends.
enum class In : std::uint8_t { command, regex };
// What may be a home folder's name in it.
enum class Tildes : std::uint8_t { argument, value, none };

// braces.cc
std::optional<std::vector<Units>> expand_braces(const Units& units, std::size_t& allowance);
// raw_word.cc
Word finish(const RawWord& raw, const Units& units, Tildes tildes);

bool is_name_start(char c);
bool is_name_part(char c);
bool is_meta(char c);  // ends a word
bool is_reserved(std::string_view word);

class Parser {
 public:
  // All must outlive it.
  Parser(std::string_view text, ReadOptions options, Allowance& allowance)
      : cursor_(text, allowance), options_(options), allowance_(allowance) {}

  Result<List> script();

 private:
  struct Pending {
    std::shared_ptr<Word> document;
    std::string delimiter;
    bool quoted = false;
    bool strip_tabs = false;
  };

  Parser(std::string_view text, const Parser& around, std::uint32_t line)
      : cursor_(text, around.allowance_, line),
        options_(around.options_),
        allowance_(around.allowance_),
        depth_(around.depth_) {}

  // parser.cc
  void fail(std::string_view code, std::string_view what);
  void unexpected(std::string_view what) { fail("shell-syntax", what); }
  bool failed() const { return wrong_.has_value(); }
  void adopt(const Parser& inner);
  bool enter();
  void leave() { --depth_; }
  void blanks();
  void newlines();
  void newline();
  std::string plain_word();
  bool eat_word(std::string_view word);
  void want_word(std::string_view word);

  // commands.cc
  List list();
  bool ends_statement(Statement& statement);
  List body(std::string_view what);
  Statement statement();
  bool joined(Statement::Join& join);
  Pipeline pipeline();
  Command command();
  void simple(Command& command);
  bool argument(Simple& simple);
  void function_after(Simple& simple, Command& command);
  void note_options(const Simple& simple);

  // compound.cc
  bool compound(Command& command);
  void parenthesis(Command& command);
  void conditional(Command& command);
  void loop(Command& command, bool until);
  void each(Command& command);
  void counted(Command& command);
  List loop_body();
  std::vector<Word> loop_words();
  void choice(Command& command);
  bool branch(Choice& choice);
  void test(Command& command);
  Word test_word(const std::string& before);
  void function(Command& command);
  void coprocess(Command& command);
  Function function_body(std::string name);

  // redirects.cc
  bool redirect(std::vector<Redirect>& redirects);
  std::string redirect_descriptor(Redirect& redirect);
  bool redirect_operator(Redirect& redirect);
  void copy_or_all(Redirect& redirect);
  void here_document(Redirect& redirect, bool strip_tabs);
  std::string delimiter(bool& quoted);
  void delimiter_quote(std::string& read, char quote);
  void read_documents();
  std::optional<std::string> document_text(const Pending& pending);
  std::string document_line(bool joins_lines);
  Word document_word(std::string_view text, std::uint32_t line);

  // words.cc
  RawWord raw_word(In in);
  void word_character(RawWord& raw, In in, int& open);
  void extended_pattern(RawWord& raw);
  void backslash(RawWord& raw);
  void single_quoted(RawWord& raw);
  void double_quoted(RawWord& raw);
  void ansi_quoted(RawWord& raw);
  void backquoted(RawWord& raw, bool quoted);
  std::string backquoted_text(bool quoted);
  std::vector<Word> words();
  Word word(Tildes tildes, In in = In::command);
  Word pattern_word();
  bool assignment(std::vector<Assignment>& assignments);
  void array(Assignment& assignment);

  // dollars.cc
  void dollar(RawWord& raw, bool quoted);
  void dollar_bracket(RawWord& raw, bool quoted);
  void named_parameter(RawWord& raw, bool quoted);
  void braced_parameter(RawWord& raw, bool quoted);
  void parameter_name(Piece& piece);
  Word until(std::string_view closing, bool quoted);
  void inside_character(RawWord& raw, std::string_view closing, bool quoted);
  void quoted_backslash(RawWord& raw, std::string_view closing);
  void subscript(std::vector<Word>& into);
  void substitution(RawWord& raw, Piece::Kind kind, bool quoted);
  bool arithmetic(Word& expression);
  Word counted_expression(char closing);

  Cursor cursor_;
  ReadOptions options_;
  Allowance& allowance_;
  int depth_ = 0;
  std::optional<Error> wrong_;
  std::vector<Pending> pending_;
  int compounds_ = 0;  // around, up to the substitution that is read
  bool in_substitution_ = false;
  bool document_in_substitution_ = false;
};

}  // namespace redcode::shell
