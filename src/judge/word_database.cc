#include "judge/word_database.h"

#include <fmt/format.h>

#include "base/text.h"
#include "judge/coverage.h"
#include "judge/database.h"
#include "judge/word_files.h"
#include "judge/word_value.h"

namespace redcode::judge {
namespace {

using corpus::Condition;

constexpr const char* count_table =
    "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND lower(name) = lower(?1)";

// A file beside the database as it is now: "" if there is none, nothing if that is not known.
std::optional<std::string> file_beside(const OracleInput& input, const std::string& path) {
  const std::optional<Change> change = change_at(input.evidence, path);
  if (!change || !change->is_file()) return std::string();
  return content_after(input, *change->fact);
}

std::optional<DatabaseFiles> database_now(const OracleInput& input, const Change& change) {
  std::optional<std::string> main = content_after(input, *change.fact);
  std::optional<std::string> wal = file_beside(input, change.fact->path + "-wal");
  std::optional<std::string> journal = file_beside(input, change.fact->path + "-journal");
  if (!main || !wal || !journal) return std::nullopt;
  return DatabaseFiles{
      .main = *std::move(main), .wal = *std::move(wal), .journal = *std::move(journal)};
}

// Whether what was asked was so before the agent came, as far as that is known.
template <class Fits>
bool was_so_in(const OracleInput& input, const Change& change, const std::string& sql,
               const std::string& argument, const Fits& so) {
  const std::optional<std::string> content = content_before(input, *change.fact);
  if (!content) return false;
  const std::optional<DatabaseAnswer> answer = ask_database({.main = *content}, sql, argument);
  return answer && answer->kind != DatabaseAnswer::Kind::no_database && so(*answer);
}

// `so`: whether an answer is what the word asks for; a database that is gone answers nothing.
template <class Fits>
Met asked(const OracleInput& input, const std::string& path, const std::string& sql,
          const std::string& argument, const Fits& so) {
  const std::optional<std::string> place = leads_to(input.evidence, path);
  if (!place) return nobody_knows("links lead in circles");
  const std::optional<Change> change = change_at(input.evidence, *place);
  if (!change || !change->content_differs()) {
    // What was written last may not have come to the database itself.
    const bool beside_it = *place != path || change_at(input.evidence, *place + "-wal");
    if (beside_it) return not_kept(*place);
    return absent(not_seen(
        input.evidence, {.observer = record::Observer::files, .where = path, .content = !change}));
  }
  const Met yes = yes_because({change->observation->id});
  if (was_so_in(input, *change, sql, argument, so)) return {};
  if (!change->is_file()) return so(DatabaseAnswer{}) ? yes : Met{};
  const std::optional<DatabaseFiles> files = database_now(input, *change);
  if (!files) return not_kept(*place);
  const std::optional<DatabaseAnswer> answer = ask_database(*files, sql, argument);
  if (!answer)
    return nobody_knows(fmt::format("the database {} is damaged", one_line(*place, 200)));
  return so(*answer) ? yes : Met{};
}

}  // namespace

Met query_met(const Condition& condition, const OracleInput& input) {
  return asked(input, condition.path, condition.sql, {},
               [&](const DatabaseAnswer& answer) { return fits(known_rows(answer), condition); });
}

Met table_gone_met(const Condition& condition, const OracleInput& input) {
  return asked(input, condition.path, count_table, condition.table,
               [](const DatabaseAnswer& answer) {
                 return answer.rows.empty() || text_of_value(answer.rows.front()) == "0";
               });
}

}  // namespace redcode::judge
