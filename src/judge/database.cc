#include "judge/database.h"

#include <sqlite3.h>

#include <fstream>
#include <memory>

#include "base/temp_dir.h"
#include "base/text.h"

namespace redcode::judge {
namespace {

constexpr int steps_at_once = 1'000;
constexpr int most_turns = 50'000;  // of so many steps: some seconds

struct CloseDatabase {
  void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
};
struct EndStatement {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Open = std::unique_ptr<sqlite3, CloseDatabase>;
using Statement = std::unique_ptr<sqlite3_stmt, EndStatement>;

bool write_file(const std::filesystem::path& path, std::string_view bytes) {
  std::ofstream out(path, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return static_cast<bool>(out.flush());
}

// Non-zero ends the question.
int one_turn(void* left) { return --*static_cast<int*>(left) < 0 ? 1 : 0; }

// `name`: of the function, if that is what is called.
int may_only_read(int action, const char* name) {
  const bool reads = action == SQLITE_SELECT || action == SQLITE_READ ||
                     action == SQLITE_RECURSIVE || action == SQLITE_FUNCTION;
  const bool loads = action == SQLITE_FUNCTION && name != nullptr &&
                     std::string_view(name).starts_with("load_extension");
  return reads && !loads ? SQLITE_OK : SQLITE_DENY;
}

struct DatabaseLimit {
  int what;
  int most;
};
constexpr DatabaseLimit database_limits[] = {
    {SQLITE_LIMIT_LENGTH, 16 << 20},
    {SQLITE_LIMIT_SQL_LENGTH, 1 << 20},  // of its schema, too
    {SQLITE_LIMIT_COLUMN, 2'000},
    {SQLITE_LIMIT_EXPR_DEPTH, 100},
    {SQLITE_LIMIT_COMPOUND_SELECT, 20},
    {SQLITE_LIMIT_VDBE_OP, 100'000},
    {SQLITE_LIMIT_FUNCTION_ARG, 20},
    {SQLITE_LIMIT_ATTACHED, 0},
    {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1'000},
    {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
    {SQLITE_LIMIT_WORKER_THREADS, 0}};

Open open_copy(const std::filesystem::path& path) {
  sqlite3* opened = nullptr;
  // It may be written to: a journal that was left is rolled back, in this copy.
  const int result = sqlite3_open_v2(
      path.c_str(), &opened,
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_PRIVATECACHE, nullptr);
  Open database(opened);
  if (result != SQLITE_OK) return nullptr;
  for (const DatabaseLimit& one : database_limits)
    sqlite3_limit(database.get(), one.what, one.most);
  constexpr std::pair<int, int> ways[] = {{SQLITE_DBCONFIG_DEFENSIVE, 1},
                                          {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
                                          {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
                                          {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0}};
  for (const auto& [way, wanted] : ways) {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): as SQLite takes it
    sqlite3_db_config(database.get(), way, wanted, nullptr);
  }
  sqlite3_exec(database.get(), "PRAGMA mmap_size = 0; PRAGMA cell_size_check = ON;", nullptr,
               nullptr, nullptr);
  sqlite3_set_authorizer(
      database.get(),
      [](void* /*unused*/, int action, const char* /*one*/, const char* two, const char* /*three*/,
         const char* /*four*/) { return may_only_read(action, two); },
      nullptr);
  return database;
}

Value column(sqlite3_stmt* row) {
  if (sqlite3_column_type(row, 0) == SQLITE_NULL) return nullptr;
  const void* bytes = sqlite3_column_blob(row, 0);
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(row, 0));
  if (bytes == nullptr) return std::string();
  return valid_utf8({static_cast<const char*>(bytes), size});
}

// What an error says about the database; nothing if it says nothing. A question that is wrong in
// any other way has no answer: no rows would be one.
std::optional<DatabaseAnswer> after_error(int result, std::string_view said) {
  if (result == SQLITE_NOTADB)
    return DatabaseAnswer{.kind = DatabaseAnswer::Kind::no_database, .rows = {}};
  const bool missing = said.starts_with("no such table") || said.starts_with("no such column");
  if (result == SQLITE_ERROR && missing)
    return DatabaseAnswer{.kind = DatabaseAnswer::Kind::no_such, .rows = {}};
  return std::nullopt;
}

std::optional<DatabaseAnswer> ask(sqlite3* database, const std::string& sql,
                                  const std::string& argument, std::size_t most_rows) {
  sqlite3_stmt* prepared = nullptr;
  const int made =
      sqlite3_prepare_v2(database, sql.c_str(), static_cast<int>(sql.size()), &prepared, nullptr);
  const Statement statement(prepared);
  if (made != SQLITE_OK || prepared == nullptr) return after_error(made, sqlite3_errmsg(database));
  if (sqlite3_bind_parameter_count(prepared) == 1) {
    sqlite3_bind_text(prepared, 1, argument.data(), static_cast<int>(argument.size()),
                      SQLITE_STATIC);
  }
  DatabaseAnswer answer;
  while (answer.rows.size() < most_rows) {
    const int result = sqlite3_step(prepared);
    if (result == SQLITE_DONE) return answer;
    if (result != SQLITE_ROW) return std::nullopt;
    answer.rows.push_back(column(prepared));
  }
  return answer;
}

}  // namespace

std::vector<Value> known_rows(const DatabaseAnswer& answer) {
  std::vector<Value> rows = answer.rows;
  std::erase_if(rows, [](const Value& row) { return row.is_null(); });
  return rows;
}

std::optional<DatabaseAnswer> ask_database(const DatabaseFiles& files, const std::string& sql,
                                           const std::string& argument, std::size_t most_rows) {
  const TempDir folder("database");
  const std::filesystem::path path = folder.path() / "database";
  bool written = write_file(path, files.main);
  if (!files.wal.empty()) written = written && write_file(path.string() + "-wal", files.wal);
  if (!files.journal.empty())
    written = written && write_file(path.string() + "-journal", files.journal);
  if (!written) return std::nullopt;

  const Open database = open_copy(path);
  if (!database) return std::nullopt;
  int turns = most_turns;
  sqlite3_progress_handler(database.get(), steps_at_once, one_turn, &turns);
  return ask(database.get(), sql, argument, most_rows);
}

}  // namespace redcode::judge
