// Database: a new SQLite file, filled once from its start to its end.
//
// Without journal or syncs: what is not whole is never put in its place, so there is nothing to
// recover. Throws Failure when the disk will not take it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "report/export/columns.h"

struct sqlite3;
struct sqlite3_stmt;

namespace redcode::exports {

class Database {
 public:
  explicit Database(const std::filesystem::path& file);

  // One or more statements that give nothing back.
  void run(const std::string& sql) const;
  // Nothing can be written any more.
  void close();

  class Row {
   public:
    // The values of the next places, in order.
    Row& add(const Cell& cell);
    Row& add(std::int64_t number);
    // Writes the row, and begins the next.
    void insert();

   private:
    friend class Database;
    Row(sqlite3* database, const std::string& sql);
    void check(int code) const;

    sqlite3* database_;
    std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> statement_;
    int place_ = 0;
  };
  // For rows of so many columns. Lives no longer than the database, and is gone before close().
  Row into(std::string_view table, std::size_t columns) const;

 private:
  std::unique_ptr<sqlite3, int (*)(sqlite3*)> database_;
};

}  // namespace redcode::exports
