#include "report/export/database.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <limits>
#include <vector>

#include "base/failure.h"

namespace redcode::exports {
namespace {

[[noreturn]] void fail(sqlite3* database) {
  throw Failure(Failure::Kind::unwritable,
                fmt::format("cannot write the database: {}", sqlite3_errmsg(database)));
}

// SQL's functions take a NUL for the end of a text.
std::string without_nul(std::string text) {
  static constexpr std::string_view replacement = "\xef\xbf\xbd";
  std::size_t at = text.find('\0');
  while (at != std::string::npos) {
    text.replace(at, 1, replacement);
    at = text.find('\0', at);
  }
  return text;
}

struct Bind {
  sqlite3_stmt* statement;
  int place;

  int operator()(std::monostate) const { return sqlite3_bind_null(statement, place); }
  int operator()(bool value) const { return sqlite3_bind_int(statement, place, value ? 1 : 0); }
  int operator()(std::uint64_t value) const {
    // What is out of reach is not known.
    const auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (value > most) return sqlite3_bind_null(statement, place);
    return sqlite3_bind_int64(statement, place, static_cast<std::int64_t>(value));
  }
  int operator()(const UntrustedText& words) const {
    const std::string text = without_nul(words.json().get<std::string>());
    return sqlite3_bind_text64(statement, place, text.data(), text.size(), SQLITE_TRANSIENT,
                               SQLITE_UTF8);
  }
};

}  // namespace

Database::Database(const std::filesystem::path& file) : database_(nullptr, sqlite3_close) {
  sqlite3* opened = nullptr;
  const int code = sqlite3_open(file.c_str(), &opened);
  database_.reset(opened);
  if (code != SQLITE_OK) fail(opened);
  run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;");
}

void Database::run(const std::string& sql) const {
  const int code = sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(database_.get());
}

void Database::close() {
  run("COMMIT;");
  sqlite3* const open = database_.release();
  if (sqlite3_close(open) == SQLITE_OK) return;
  database_.reset(open);
  fail(open);
}

Database::Row Database::into(std::string_view table, std::size_t columns) const {
  const std::vector<std::string_view> places(columns, "?");
  return {database_.get(),
          fmt::format("INSERT INTO {} VALUES ({})", table, fmt::join(places, ","))};
}

Database::Row::Row(sqlite3* database, const std::string& sql)
    : database_(database), statement_(nullptr, sqlite3_finalize) {
  sqlite3_stmt* prepared = nullptr;
  const int code = sqlite3_prepare_v2(database, sql.c_str(), -1, &prepared, nullptr);
  statement_.reset(prepared);
  check(code);
}

void Database::Row::check(int code) const {
  if (code != SQLITE_OK && code != SQLITE_DONE) fail(database_);
}

Database::Row& Database::Row::add(const Cell& cell) {
  check(std::visit(Bind{.statement = statement_.get(), .place = ++place_}, cell));
  return *this;
}

Database::Row& Database::Row::add(std::int64_t number) {
  check(sqlite3_bind_int64(statement_.get(), ++place_, number));
  return *this;
}

void Database::Row::insert() {
  check(sqlite3_step(statement_.get()));
  check(sqlite3_reset(statement_.get()));
  place_ = 0;
}

}  // namespace redcode::exports
