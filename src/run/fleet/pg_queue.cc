#include "run/fleet/pg_queue.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/failure.h"
#include "base/jitter.h"
#include "base/json.h"
#include "base/pause.h"
#include "base/random.h"
#include "base/scope_exit.h"
#include "base/text.h"
#include "base/with_timeout.h"
#include "record/run_file.h"
#include "run/fleet/state.h"

namespace redcode::fleet {

namespace {

using std::chrono::milliseconds;

constexpr std::size_t most_at_once = 1000;  // as lease() in schema.sql has it
constexpr std::size_t longest_name = 40;
constexpr std::uint32_t most_doublings = 6;
constexpr milliseconds first_wait{100};
constexpr milliseconds short_patience{5'000};
constexpr milliseconds longest_wait{5'000};

// A record as it is sent. One that the server would not take is of no use to anybody: then it is
// told that there was one. store() in schema.sql has the same limit.
std::string line_of(const record::Record& record) {
  std::string line = dump_json(record::to_json(record));
  if (line.size() <= record::largest_record) return line;
  record::Record small = record;
  small.evidence = {};
  small.failure = "its record is too large to be kept";
  small.verdict = {.outcome = record::Outcome::invalid, .why = small.failure};
  return dump_json(record::to_json(small));
}

// A name that two processes share would keep the leases of the dead one alive.
std::string unique_name(std::string_view name) {
  return fmt::format("{}-{}", one_line(name, longest_name), random_token(12));
}

}  // namespace

Task<WorkerAssignment> fetch_assignment(std::string url) {
  Pool pool(co_await asio::this_coro::executor, PoolOptions{.url = std::move(url)});
  const Rows rows = co_await pool.query("SELECT run, spec FROM redcode.assignment()", Params());
  if (rows.size() == 0)
    throw Failure(Failure::Kind::corrupt, "this role has no run to work on: it is not a worker's");
  co_return WorkerAssignment{.run = std::string(rows.text(0, 0)),
                             .spec = std::string(rows.text(0, 1))};
}

PgQueue::PgQueue(const asio::any_io_executor& executor, const WorkerOptions& options,
                 const plan::Plan& plan)
    : run_(options.run),
      worker_(unique_name(options.name)),
      time_to_live_(options.time_to_live),
      plan_(plan),
      pool_(executor, PoolOptions{.url = options.url,
                                  .connections = options.connections,
                                  .patience = options.time_to_live}),
      beats_(executor,
             PoolOptions{.url = options.url, .connections = 1, .patience = options.time_to_live}),
      leasing_(executor, 1) {}

// Each try is a call of its own. When a try's answer is lost, the next one makes the server take
// back what it gave; a try that comes late, after its successor, is given nothing.
Task<Rows> PgQueue::ask_for(std::size_t most) {
  const auto next_call = [this, most] {
    return Params{run_,
                  worker_,
                  fmt::format("{}", std::min(most, most_at_once)),
                  fmt::format("{}", time_to_live_.count()),
                  fmt::format("{}", ++asked_),
                  fmt::format("{}", heard_)};
  };
  co_return co_await pool_.query_afresh(
      "SELECT number, attempt, token FROM redcode.lease($1, $2, $3, $4, $5, $6)", next_call);
}

Task<std::vector<queue::Lease>> PgQueue::lease(std::size_t most) {
  std::vector<queue::Lease> leases;
  if (most == 0) co_return leases;
  const Semaphore::Permit alone = co_await leasing_.acquire();
  const Rows rows = co_await ask_for(most);
  heard_ = asked_;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    leases.push_back(lease_from(rows, row));
    held_.insert(leases.back().token);
  }
  if (!leases.empty()) idle_waits_ = 0;
  co_return leases;
}

queue::Lease PgQueue::lease_from(const Rows& rows, std::size_t row) const {
  const auto number = static_cast<std::uint64_t>(rows.number(row, 0));
  if (number >= plan_.size())
    throw Failure(Failure::Kind::corrupt, "the fleet's server has trials that the plan has not");
  return queue::Lease{.number = number,
                      .trial = plan_.trial(number),
                      .attempt = static_cast<std::uint32_t>(rows.number(row, 1)),
                      .token = std::string(rows.text(row, 2))};
}

Task<bool> PgQueue::beat() {
  // Late it does no harm: what is not held any more never will be again.
  Params params{run_, worker_, fmt::format("{}", time_to_live_.count()), fmt::format("{}", heard_),
                fmt::format("{{{}}}", fmt::join(held_, ","))};
  const Rows rows =
      co_await beats_.query("SELECT redcode.beat($1, $2, $3, $4, $5)", std::move(params));
  co_return rows.truth(0, 0);
}

Task<bool> PgQueue::end(std::string sql, const queue::Lease& lease,
                        std::optional<std::string> record) {
  // Whatever comes of it, the caller will not go on with what it ends.
  const ScopeExit dropped([this, token = lease.token] { held_.erase(token); });
  Params params{run_, fmt::format("{}", lease.number), lease.token};
  if (record) params.push_back(std::move(record));
  const Rows rows = co_await pool_.query(std::move(sql), std::move(params));
  co_return rows.truth(0, 0);
}

Task<bool> PgQueue::complete(const queue::Lease& lease, const record::Record& record) {
  co_return co_await end("SELECT redcode.complete($1, $2, $3, $4)", lease, line_of(record));
}

Task<bool> PgQueue::fail(const queue::Lease& lease, const record::Record& record) {
  co_return co_await end("SELECT redcode.fail($1, $2, $3, $4)", lease, line_of(record));
}

Task<bool> PgQueue::give_back(const queue::Lease& lease) {
  // Whoever gives back is about to leave: if nobody takes it, the lease's end will.
  const std::optional<bool> given = co_await with_timeout(
      short_patience, end("SELECT redcode.give_back($1, $2, $3)", lease, std::nullopt));
  co_return given.value_or(false);
}

Task<queue::State> PgQueue::state() {
  const Rows rows = co_await pool_.query(
      "SELECT planned, queued, leased, retried, orders FROM redcode.state($1)", Params(1, run_));
  co_return state_from(rows, 0, 0);
}

Task<bool> PgQueue::over() {
  const Rows rows = co_await pool_.query("SELECT redcode.is_over($1)", Params(1, run_));
  co_return rows.truth(0, 0);
}

Task<> PgQueue::wait() {
  const milliseconds span = first_wait * (1U << std::min(idle_waits_, most_doublings));
  ++idle_waits_;
  co_await pause_for(jittered(std::min(span, longest_wait)));
}

}  // namespace redcode::fleet
