#include "analysis/imports.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include "analysis/syntax.h"
#include "base/text.h"

namespace redcode::analysis {
namespace {

// A name is copied for each one beside it.
constexpr std::size_t longest_written = 200;
constexpr std::size_t longest_list = 40'000;

std::string_view cut(std::string_view written) { return written.substr(0, longest_written); }

// Without quotes or angle brackets, and without "node:".
std::string bare(std::string_view path) {
  while (!path.empty() && std::string_view("\"'`<").contains(path.front())) path.remove_prefix(1);
  while (!path.empty() && std::string_view("\"'`>").contains(path.back())) path.remove_suffix(1);
  if (path.starts_with("node:")) path.remove_prefix(5);
  return std::string(cut(path));
}

// `name`, or `name as alias`, of module `from`.
Imported one_name(TSNode node, std::string_view from, std::string_view text) {
  const TSNode inner = field_of(node, "name");
  const TSNode alias = field_of(node, "alias");
  const std::string plain(cut(text_of(ts_node_is_null(inner) ? node : inner, text)));
  const std::string full = from.empty() ? plain : fmt::format("{}.{}", from, plain);
  if (!ts_node_is_null(alias)) return {std::string(cut(text_of(alias, text))), full};
  return {from.empty() ? "" : plain, full};
}

std::vector<Imported> of_python(TSNode node, std::string_view text) {
  std::vector<Imported> found;
  const TSNode module = field_of(node, "module_name");
  const std::string_view from = cut(text_of(module, text));
  Cursor at(node);
  if (!at.down()) return found;
  do {
    if (at.depth() == 1 && at.field() == "name") found.push_back(one_name(at.node(), from, text));
  } while (found.size() < most_imported && at.onward() && at.depth() == 1);
  if (found.empty() && !from.empty()) found.push_back({"", std::string(from)});
  return found;
}

std::vector<Imported> of_javascript(TSNode node, std::string_view text) {
  const std::string from = bare(text_of(field_of(node, "source"), text));
  std::vector<Imported> found{{"", from}};
  Cursor at(node);
  bool more = at.down();
  while (more && found.size() < most_imported) {
    const std::string_view type = ts_node_type(at.node());
    if (type == "import_specifier") {
      Imported one = one_name(at.node(), from, text);
      found.push_back(std::move(one));
      more = at.onward();
    } else if (type == "identifier") {
      found.push_back({std::string(cut(text_of(at.node(), text))), from});
      more = at.onward();
    } else {
      more = at.down() || at.onward();
    }
  }
  return found;
}

std::vector<Imported> of_go(TSNode node, std::string_view text) {
  const std::string path = bare(text_of(field_of(node, "path"), text));
  const TSNode alias = field_of(node, "name");
  if (!ts_node_is_null(alias)) return {{std::string(cut(text_of(alias, text))), path}};
  return {{path.substr(path.rfind('/') + 1), path}};
}

// The last part of "std::fs", "Foo\Bar" or "java.nio.file.Files".
std::string_view last_part(std::string_view full) {
  return full.substr(full.find_last_of(":\\.") + 1);
}

// One entry of a list: "fs", "File as F", "self" for the list's own module.
Imported listed(std::string_view prefix, std::string_view written) {
  written = trim(written);
  std::string_view alias;
  if (const std::size_t as = written.find(" as "); as != std::string_view::npos) {
    alias = trim(written.substr(as + 4));
    written = trim(written.substr(0, as));
  }
  while (prefix.ends_with(':') && written == "self") {
    written = {};
    prefix.remove_suffix(2);
  }
  const std::string full = fmt::format("{}{}", cut(prefix), cut(written));
  if (alias.empty()) alias = last_part(full);
  return {alias == "*" ? "" : std::string(cut(alias)), full};
}

// `std::{fs, io::{Read, Write as W}}`, of Rust; `Foo\{Bar, Baz as B}` of PHP. A list's prefix is
// kept for those inside it.
std::vector<Imported> of_lists(std::string_view written) {
  constexpr std::size_t deepest_list = 20;
  std::vector<Imported> found;
  std::vector<std::string> prefixes{""};
  std::size_t begin = 0;
  const std::string list = fmt::format("{},", written.substr(0, longest_list));
  for (std::size_t at = 0; at < list.size() && found.size() < most_imported; ++at) {
    const char letter = list[at];
    if (!std::string_view("{,}").contains(letter)) continue;
    const std::string_view part = trim(std::string_view(list).substr(begin, at - begin));
    begin = at + 1;
    if (letter == '{') {
      if (prefixes.size() > deepest_list) return found;
      prefixes.push_back(std::string(cut(prefixes.back() + std::string(cut(part)))));
      continue;
    }
    if (!part.empty()) found.push_back(listed(prefixes.back(), part));
    if (letter == '}' && prefixes.size() > 1) prefixes.pop_back();
  }
  return found;
}

// Without the words around it: `import static a.b.C;` is "a.b.C".
std::vector<Imported> of_words(std::string_view statement) {
  statement = trim(statement.substr(0, longest_list));
  if (statement.ends_with(';')) statement.remove_suffix(1);
  for (const std::string_view word : {"import ", "use ", "static ", "function ", "const "})
    if (statement.starts_with(word)) statement = trim(statement.substr(word.size()));
  return of_lists(statement);
}

}  // namespace

std::vector<Imported> imports_of(Language language, TSNode node, std::string_view text) {
  switch (language) {
    case Language::python:
      return of_python(node, text);
    case Language::javascript:
      return of_javascript(node, text);
    case Language::go:
      return of_go(node, text);
    case Language::c:
      return {{"", bare(text_of(field_of(node, "path"), text))}};
    case Language::rust:
      return of_lists(text_of(field_of(node, "argument"), text));
    case Language::java:
    case Language::php:
      return of_words(text_of(node, text));
    default:
      return {};
  }
}

std::optional<std::string> loaded(std::string_view call) {
  static const RE2 pattern(
      R"(^(?:require|require_relative|load)[ (]\s*['"]([\w./-]{1,200})['"]\)?$)");
  std::string found;
  if (!RE2::FullMatch(re2::StringPiece(call.data(), call.size()), pattern, &found))
    return std::nullopt;
  return found;
}

std::vector<Imported> required(std::string_view left, std::string_view right) {
  static const RE2 call(
      R"((?s)^(?:await\s+)?(?:require|import)\(\s*['"`](?:node:)?([^'"`]{1,200})['"`]\s*\)((?:\.\w+)*)$)");
  std::string module;
  std::string rest;
  if (!RE2::FullMatch(re2::StringPiece(right.data(), right.size()), call, &module, &rest))
    return {};
  module += cut(rest);
  left = trim(left.substr(0, longest_list));
  if (!left.starts_with('{')) return {{std::string(cut(left)), module}};
  std::vector<Imported> found;
  for (const std::string& part : split(left.substr(1, left.rfind('}') - 1), ',')) {
    if (found.size() >= most_imported) break;
    const std::size_t colon = part.find(':');
    const std::string_view name = cut(trim(std::string_view(part).substr(0, colon)));
    const std::string_view alias =
        colon == std::string::npos ? name : cut(trim(std::string_view(part).substr(colon + 1)));
    if (!name.empty()) found.push_back({std::string(alias), fmt::format("{}.{}", module, name)});
  }
  return found;
}

}  // namespace redcode::analysis
