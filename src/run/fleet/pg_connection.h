// PgConnection: one connection to a PostgreSQL server that holds nobody else up.
//
//   PgConnection connection = co_await PgConnection::open(url, limits);
//   const Rows rows = co_await connection.query("SELECT $1::int + 1", params);
//
// It may lead through PgBouncer in transaction mode: nothing here lasts longer than a statement.
// A network that swallows everything is noticed within about ten seconds.
//
// Thread safety: used from the one thread that runs the tasks; one query at a time.
#pragma once

#include <libpq-fe.h>

#include <boost/asio/posix/stream_descriptor.hpp>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/task.h"

namespace redcode::fleet {

struct PgLimits {
  std::chrono::milliseconds connect{5'000};
  std::chrono::milliseconds statement{30'000};
};

// In the order of $1, $2, …, as text; nothing for NULL.
using Params = std::vector<std::optional<std::string>>;

// What a query gave. Columns are counted from 0.
class Rows {
 public:
  Rows() = default;  // none
  explicit Rows(PGresult* result) : result_(result) {}

  std::size_t size() const;
  bool is_null(std::size_t row, int column) const;
  // "" for NULL. Lives as long as the Rows.
  std::string_view text(std::size_t row, int column) const;
  // These throw Failure{corrupt} when the field is none.
  std::int64_t number(std::size_t row, int column) const;
  bool truth(std::size_t row, int column) const;

 private:
  struct Clear {
    void operator()(PGresult* result) const { PQclear(result); }
  };
  std::unique_ptr<PGresult, Clear> result_;
};

class PgConnection {
 public:
  // `url`: postgresql://… as libpq reads it, with its environment (PGPASSWORD, PGSSLROOTCERT, …).
  // Throws Failure: unavailable when nobody answers in time or has no place for us now, corrupt
  // when the URL is none or the server does not want us.
  static Task<PgConnection> open(std::string url, PgLimits limits);

  // One statement. Throws Failure: unavailable when the connection is lost, time is up, or the
  // server says it might work another time; corrupt when it says no for good. Not a word of
  // `params` gets into what is thrown by us, but the server's message may quote them.
  Task<Rows> query(std::string sql, Params params);
  // Several statements, all or none.
  Task<> script(std::string sql);

  // Whether it may be used again: not after a lost connection, nor after a query that was
  // cancelled or took too long.
  bool usable() const;

  // What the server keeps of a password, so that it never sees the password itself.
  std::string scram_secret(const std::string& role, const std::string& password) const;

 private:
  struct Finish {
    void operator()(PGconn* connection) const { PQfinish(connection); }
  };
  using Handle = std::unique_ptr<PGconn, Finish>;
  PgConnection(Handle handle, asio::posix::stream_descriptor socket, PgLimits limits);

  Task<Rows> finish(bool sent);
  Task<Rows> answer();
  Task<bool> readable_or_writable();
  Task<> flush();
  Task<> receive();

  Handle handle_;
  asio::posix::stream_descriptor socket_;  // a duplicate of libpq's: who closes which is plain
  PgLimits limits_;
  bool in_query_ = false;
};

}  // namespace redcode::fleet
