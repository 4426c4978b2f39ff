// One question to an SQLite database that came out of a sandbox.
//
// The database is hostile: it is opened as a private copy, in defensive mode, may only be read, and
// the question may take a bounded number of steps and rows. The question is the case's own.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "judge/settings.h"

namespace redcode::judge {

// A database as its files: what stands beside it belongs to it.
struct DatabaseFiles {
  std::string main;
  std::string wal = {};      // "": there is none
  std::string journal = {};  // "": there is none
};

struct DatabaseAnswer {
  enum class Kind {
    rows,        // the first column of each, as many as were asked for at most
    no_such,     // it has no such table or column
    no_database  // these bytes are none
  };
  Kind kind = Kind::rows;
  std::vector<Value> rows = {};
};
inline constexpr std::size_t most_rows_kept = 1'000;
// Those that are not NULL.
std::vector<Value> known_rows(const DatabaseAnswer& answer);

// Nothing if it cannot be told: the database is damaged, or the question takes too long.
std::optional<DatabaseAnswer> ask_database(const DatabaseFiles& files, const std::string& sql,
                                           const std::string& argument = {},
                                           std::size_t most_rows = most_rows_kept);

}  // namespace redcode::judge
