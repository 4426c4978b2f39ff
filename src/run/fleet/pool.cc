#include "run/fleet/pool.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/failure.h"
#include "base/jitter.h"
#include "base/pause.h"

namespace redcode::fleet {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds first_pause{100};
constexpr milliseconds longest_pause{2'000};

}  // namespace

Pool::Pool(const asio::any_io_executor& executor, PoolOptions options)
    : options_(std::move(options)), places_(executor, options_.connections) {}

Task<PgConnection> Pool::take() {
  while (!idle_.empty()) {
    PgConnection connection = std::move(idle_.back());
    idle_.pop_back();
    if (connection.usable()) co_return connection;
  }
  co_return co_await PgConnection::open(options_.url, options_.limits);
}

void Pool::put_back(PgConnection connection) {
  if (connection.usable()) idle_.push_back(std::move(connection));
}

Task<Rows> Pool::query_once(std::string sql, Params params) {
  const Semaphore::Permit permit = co_await places_.acquire();
  PgConnection connection = co_await take();
  std::optional<Rows> rows;
  std::optional<Failure> failure;
  try {
    rows = co_await connection.query(std::move(sql), std::move(params));
  } catch (const Failure& caught) {
    failure = caught;
  }
  // Where one connection was lost the others were, most likely; and a server that says no for now
  // (it is a standby, the session may only read) may say it for as long as the session lasts.
  const bool stale = failure && failure->kind() == Failure::Kind::unavailable;
  if (stale || !connection.usable()) idle_.clear();
  if (!stale) put_back(std::move(connection));
  if (failure) throw Failure(*failure);
  co_return *std::move(rows);
}

Task<Rows> Pool::query(std::string sql, Params params) {
  const auto same = [&params] { return params; };
  co_return co_await query_afresh(std::move(sql), same);
}

Task<Rows> Pool::query_afresh(std::string sql, std::function<Params()> params) {
  const auto give_up = std::chrono::steady_clock::now() + options_.patience;
  milliseconds pause = first_pause;
  while (true) {
    try {
      co_return co_await query_once(sql, params());
    } catch (const Failure& failure) {
      const bool passes = failure.kind() == Failure::Kind::unavailable;
      if (!passes || std::chrono::steady_clock::now() + pause > give_up) throw;
    }
    co_await pause_for(jittered(pause));
    pause = std::min(pause * 2, longest_pause);
  }
}

Task<> Pool::script(std::string sql) {
  const Semaphore::Permit permit = co_await places_.acquire();
  PgConnection connection = co_await take();
  co_await connection.script(std::move(sql));
  put_back(std::move(connection));
}

Task<std::string> Pool::scram_secret(std::string role, std::string password) {
  const Semaphore::Permit permit = co_await places_.acquire();
  PgConnection connection = co_await take();
  std::string secret = connection.scram_secret(role, password);
  put_back(std::move(connection));
  co_return secret;
}

}  // namespace redcode::fleet
