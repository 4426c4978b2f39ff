// Pool: a few connections to one server, opened as they are needed and again when they are lost.
//
// Thread safety: used from the one thread that runs the tasks; calls may overlap.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "base/semaphore.h"
#include "base/task.h"
#include "run/fleet/pg_connection.h"

namespace redcode::fleet {

struct PoolOptions {
  std::string url;
  std::size_t connections = 4;
  PgLimits limits = {};
  // How long a query is tried again while the server is away.
  std::chrono::milliseconds patience{60'000};
};

class Pool {
 public:
  Pool(const asio::any_io_executor& executor, PoolOptions options);

  // As PgConnection::query, but while the server is unavailable it tries again, at growing
  // intervals, for `patience`. So a statement may have been executed more than once: it must be one
  // for which that is harmless.
  Task<Rows> query(std::string sql, Params params);
  // The same with new parameters for each try.
  Task<Rows> query_afresh(std::string sql, std::function<Params()> params);
  Task<> script(std::string sql);
  Task<std::string> scram_secret(std::string role, std::string password);

 private:
  Task<Rows> query_once(std::string sql, Params params);
  Task<PgConnection> take();
  void put_back(PgConnection connection);

  PoolOptions options_;
  Semaphore places_;
  std::vector<PgConnection> idle_;
};

}  // namespace redcode::fleet
