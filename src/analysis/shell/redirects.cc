// Redirections and here-documents.
#include <algorithm>

#include "analysis/shell/fields.h"
#include "analysis/shell/parser.h"
#include "base/text.h"

namespace redcode::shell {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// 3, - and 3-, as after >&.
bool names_descriptor(const Word& word) {
  const auto text = static_text(word);
  if (!text || text->empty()) return false;
  const std::string_view number =
      std::string_view(*text).substr(0, text->size() - (text->back() == '-' ? 1 : 0));
  return std::ranges::all_of(number, is_digit);
}

bool is_quote(char c) { return c == '\'' || c == '"'; }

}  // namespace

// Digits, or {name}, before a redirection.
std::string Parser::redirect_descriptor(Redirect& redirect) {
  const std::size_t before = cursor_.at();
  std::string digits;
  while (is_digit(cursor_.peek())) digits += cursor_.take();
  if (!digits.empty() || !cursor_.eat('{')) return digits;
  while (is_name_part(cursor_.peek())) redirect.variable += cursor_.take();
  if (!redirect.variable.empty() && cursor_.eat('}')) return digits;
  redirect.variable.clear();
  cursor_.back_to(before);
  return digits;
}

// False if none comes; then nothing is taken.
bool Parser::redirect(std::vector<Redirect>& redirects) {
  blanks();
  const std::size_t before = cursor_.at();
  Redirect read;
  const std::string digits = redirect_descriptor(read);
  const bool all = cursor_.peek() == '&' && cursor_.peek_second() == '>';
  const bool angle = cursor_.peek() == '<' || cursor_.peek() == '>';
  const bool bare = digits.empty() && read.variable.empty();
  const bool redirects_something = (all && bare) || (angle && cursor_.peek_second() != '(');
  if (failed() || !redirects_something) {
    if (!failed()) cursor_.back_to(before);
    return false;
  }
  read.descriptor = parse_number<int>(digits);
  if (!digits.empty() && !read.descriptor) unexpected("a descriptor that cannot be");
  if (redirect_operator(read)) {
    blanks();
    std::vector<Word> targets = words();
    if (targets.size() != 1) return unexpected("a redirection to nowhere"), false;
    read.target = std::move(targets.front());
  }
  copy_or_all(read);
  redirects.push_back(std::move(read));
  return true;
}

// False if what it is for is read already.
bool Parser::redirect_operator(Redirect& redirect) {
  using Kind = Redirect::Kind;
  if (cursor_.eat("<<<")) return redirect.kind = Kind::here_string, true;
  if (cursor_.eat("<<-")) return here_document(redirect, true), false;
  if (cursor_.eat("<<")) return here_document(redirect, false), false;
  if (cursor_.eat("<&")) return redirect.kind = Kind::copy_input, true;
  if (cursor_.eat("<>")) return redirect.kind = Kind::both, true;
  if (cursor_.eat("<")) return redirect.kind = Kind::input, true;
  if (cursor_.eat(">>")) return redirect.kind = Kind::append, true;
  if (cursor_.eat(">&")) return redirect.kind = Kind::copy_output, true;
  if (cursor_.eat(">|")) return redirect.kind = Kind::output, true;
  if (cursor_.eat(">")) return redirect.kind = Kind::output, true;
  if (cursor_.eat("&>>")) return redirect.kind = Kind::append_all, true;
  cursor_.eat("&>");
  redirect.kind = Kind::output_all;
  return true;
}

// `>& file` is another thing than `>&1`.
void Parser::copy_or_all(Redirect& redirect) {
  if (redirect.kind != Redirect::Kind::copy_output || names_descriptor(redirect.target)) return;
  if (!redirect.descriptor && redirect.variable.empty() && static_text(redirect.target))
    redirect.kind = Redirect::Kind::output_all;
}

void Parser::here_document(Redirect& redirect, bool strip_tabs) {
  redirect.kind = Redirect::Kind::here_document;
  if (in_substitution_) document_in_substitution_ = true;
  // Bash prints such a text in the wrong place before it reads the substitution again.
  if (in_substitution_ && compounds_ > 0)
    return unexpected("a here-document deep in a substitution");
  redirect.document = std::make_shared<Word>();
  Pending pending{.document = redirect.document, .delimiter = {}, .strip_tabs = strip_tabs};
  blanks();
  pending.delimiter = delimiter(pending.quoted);
  // Nor does it quote every delimiter so that it finds it again.
  if (in_substitution_ && !std::ranges::all_of(pending.delimiter, is_name_part))
    return unexpected("an odd end of a here-document in a substitution");
  redirect.target.pieces.push_back({.quoted = pending.quoted, .text = pending.delimiter});
  pending_.push_back(std::move(pending));
}

std::string Parser::delimiter(bool& quoted) {
  std::string read;
  const std::size_t before = cursor_.at();
  while (!failed() && !is_meta(cursor_.peek())) {
    const char next = cursor_.take();
    if (next == '`' || next == '$') {
      unexpected("a here-document whose end is not plain");
    } else if (next == '\\') {
      quoted = true;
      read += cursor_.take_raw();
    } else if (is_quote(next)) {
      quoted = true;
      delimiter_quote(read, next);
    } else {
      read += next;
    }
  }
  if (before == cursor_.at()) unexpected("a here-document without a word for its end");
  // What is not ASCII does not outlive being printed and read again, which bash does at times.
  const bool plain = std::ranges::all_of(read, [](char c) { return c > 0 && c != '\n'; });
  if (!plain) unexpected("a here-document whose end is not plain");
  return read;
}

void Parser::delimiter_quote(std::string& read, char quote) {
  while (cursor_.raw() != quote && cursor_.raw() != '\0') {
    if (quote == '"' && cursor_.raw() == '\\') unexpected("a here-document whose end is not plain");
    read += cursor_.take_raw();
  }
  if (cursor_.take_raw() != quote) unexpected("a quote without an end");
}

// After the newline that ends the line they are announced on.
void Parser::read_documents() {
  std::vector<Pending> due;
  due.swap(pending_);
  for (const Pending& pending : due) {
    const std::uint32_t line = cursor_.line();
    const auto text = document_text(pending);
    if (!text) return unexpected("a here-document without an end");
    if (pending.quoted)
      pending.document->pieces.push_back({.quoted = true, .text = *text});
    else
      *pending.document = document_word(*text, line);
  }
}

std::optional<std::string> Parser::document_text(const Pending& pending) {
  std::string text;
  while (cursor_.raw() != '\0') {
    std::string line = document_line(!pending.quoted);
    if (pending.strip_tabs) line.erase(0, std::min(line.find_first_not_of('\t'), line.size()));
    const bool whole = !line.empty() && line.back() == '\n';
    if (line.substr(0, line.size() - (whole ? 1 : 0)) == pending.delimiter) return text;
    text += line;
  }
  return std::nullopt;
}

// With its newline, and with those lines that a backslash joins to it.
std::string Parser::document_line(bool joins_lines) {
  std::string line;
  while (cursor_.raw() != '\0') {
    const char next = cursor_.take_raw();
    const bool escapes = joins_lines && next == '\\';
    if (!escapes || cursor_.raw() != '\n') line += next;
    if (!escapes && next == '\n') break;
    if (!escapes || cursor_.raw() == '\0') continue;
    const char after = cursor_.take_raw();
    if (after != '\n') line += after;
  }
  return line;
}

// As between double quotes, where a double quote is nothing special.
Word Parser::document_word(std::string_view text, std::uint32_t line) {
  Word read;
  if (!enter()) return read;
  Parser inner(text, *this, line);
  read = inner.until("", true);
  adopt(inner);
  leave();
  return read;
}

}  // namespace redcode::shell
