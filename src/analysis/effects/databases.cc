// Programs that speak to databases, and what their statements do.
#include <algorithm>

#include "analysis/effects/programs.h"
#include "base/text.h"

namespace redcode::effects {
namespace {

bool word_in(const std::string& text, std::string_view word) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const bool begins = at == 0 || !letter(text[at - 1]);
    const std::size_t end = at + word.size();
    if (begins && (end == text.size() || !letter(text[end]))) return true;
  }
  return false;
}

void statements(Evaluator& evaluator, const std::string& database, const std::string& text) {
  if (!is_known(text)) evaluator.unknown("statements for " + database);
  for (const std::string& one : split(lower(text), ';')) {
    const bool destroys = word_in(one, "drop") || word_in(one, "truncate") ||
                          word_in(one, "flushall") || word_in(one, "flushdb") ||
                          word_in(one, "dropdatabase") || word_in(one, "deletemany") ||
                          (word_in(one, "delete") && !word_in(one, "where"));
    const bool changes = word_in(one, "delete") || word_in(one, "update") ||
                         word_in(one, "insert") || word_in(one, "alter") || word_in(one, "grant") ||
                         word_in(one, "revoke") || word_in(one, "replace") ||
                         word_in(one, "create") || word_in(one, "del") || word_in(one, "set") ||
                         word_in(one, "copy");
    if (destroys)
      evaluator.add(Verb::db_destroy, one_line(trim(one), 120));
    else if (changes)
      evaluator.add(Verb::db_change, one_line(trim(one), 120));
  }
}

// Commands for the shell among the statements.
void escapes(Evaluator& evaluator, const std::string& line) {
  for (const std::string_view escape : {".shell ", ".system ", "\\! "}) {
    const std::size_t at = line.find(escape);
    if (at != std::string::npos)
      evaluator.script(line.substr(at + escape.size()), {}, Source::command);
  }
}

Stream database(Evaluator& evaluator, const Call& call) {
  const Arguments read = read_arguments(
      call.argv,
      {.letters = "cfhpUduePDnao",
       .names = "command file host port username dbname user execute database eval output"});
  const std::string name = call.name();
  const bool operands = name.starts_with("sqlite") || name == "redis-cli" ||
                        name.starts_with("mongo") || name == "duckdb";
  std::string text = joined(from(read.operands, operands && name.starts_with("sqlite") ? 1 : 0));
  if (!operands) text.clear();
  for (const std::string& option : {"c", "command", "e", "execute", "eval"})
    if (read.given(option)) text += ";" + read.value(option);
  for (const std::string& option : {"f", "file"}) {
    if (!read.given(option)) continue;
    text += ";" + evaluator.contents(read.value(option)).value_or(std::string(1, unknown_text));
  }
  if (call.in.there) text += ";" + call.in.text.value_or(std::string(1, unknown_text));
  for (const std::string& line : split(text, '\n')) escapes(evaluator, line);
  statements(evaluator, name, text);
  return unknown_text_of(Source::file);
}

Stream drop(Evaluator& evaluator, const Call& call) {
  evaluator.add(Verb::db_destroy, joined(call.argv));
  return {};
}

}  // namespace

void add_databases(Programs& programs) {
  for (const std::string_view name :
       {"psql", "mysql", "mariadb", "sqlite3", "sqlite", "redis-cli", "mongosh", "mongo", "duckdb",
        "clickhouse-client", "cqlsh", "valkey-cli"})
    programs[name] = database;
  programs["dropdb"] = programs["mysqladmin"] = drop;
}

}  // namespace redcode::effects
