#include "run/fleet/admin.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "base/json.h"
#include "base/random.h"
#include "run/fleet/schema.h"
#include "run/fleet/state.h"

namespace redcode::fleet {

namespace {

// A run of ten million trials takes minutes to load.
constexpr std::chrono::minutes longest_statement{30};
constexpr std::size_t password_length = 32;
constexpr std::size_t coordinator_length = 16;

std::string multirange(const std::vector<Span>& spans) {
  std::string text = "{";
  for (const Span& span : spans) {
    if (text.size() > 1) text += ',';
    text += fmt::format("[{},{})", span.first, span.end);
  }
  return text + '}';
}

std::uint64_t count(const Rows& rows, std::size_t row, int column) {
  return static_cast<std::uint64_t>(rows.number(row, column));
}

Collected collected_from(const Rows& rows, std::size_t row) {
  Collected result{.number = count(rows, row, 0),
                   .attempt = static_cast<std::uint32_t>(rows.number(row, 1)),
                   .worker = std::string(rows.text(row, 2)),
                   .record = std::nullopt,
                   .reason = std::string(rows.text(row, 4)),
                   .tried_before = rows.truth(row, 5)};
  if (!rows.is_null(row, 3)) result.record = std::string(rows.text(row, 3));
  return result;
}

RunRow run_from(const Rows& rows, std::size_t row) {
  return RunRow{.key = std::string(rows.text(row, 0)),
                .role = std::string(rows.text(row, 1)),
                .created_at = std::string(rows.text(row, 2)),
                .state = state_from(rows, row, 3),
                .workers = count(rows, row, 8),
                .uncollected = count(rows, row, 9)};
}

}  // namespace

std::vector<Span> spans_of(const std::vector<bool>& bits) {
  std::vector<Span> spans;
  for (std::uint64_t number = 0; number < bits.size(); ++number) {
    if (!bits[number]) continue;
    const bool goes_on = !spans.empty() && spans.back().end == number;
    if (!goes_on) spans.push_back(Span{.first = number, .end = number});
    ++spans.back().end;
  }
  return spans;
}

Admin::Admin(const asio::any_io_executor& executor, std::string url)
    : pool_(executor, PoolOptions{.url = std::move(url),
                                  .connections = 2,
                                  .limits = {.statement = longest_statement}}),
      coordinator_(random_token(coordinator_length)) {}

Task<> Admin::install() { co_await pool_.script(std::string(schema())); }

Task<bool> Admin::create_run(NewRun run) {
  if (!run.coordinator.empty()) coordinator_ = run.coordinator;
  const Json limits{{"attempts", run.limits.attempts},
                    {"backoff_ms", run.limits.backoff.count()},
                    {"coordinator", coordinator_}};
  Params params{run.key, std::move(run.spec), fmt::format("{}", run.planned), dump_json(limits),
                multirange(run.have)};
  const Rows rows =
      co_await pool_.query("SELECT redcode.create_run($1, $2, $3, $4, $5)", std::move(params));
  co_return rows.truth(0, 0);
}

Task<Login> Admin::login_by_password(std::string key) {
  Login login{.role = "redcode_w_" + key, .password = random_token(password_length)};
  Params params{key, co_await pool_.scram_secret(login.role, login.password)};
  co_await pool_.query("SELECT redcode.let_in($1, $2)", std::move(params));
  co_return login;
}

Task<Login> Admin::login_by_certificate(std::string key) {
  Params params{std::move(key), std::nullopt};
  const Rows rows = co_await pool_.query("SELECT redcode.let_in($1, $2)", std::move(params));
  co_return Login{.role = std::string(rows.text(0, 0)), .password = ""};
}

Task<std::vector<Collected>> Admin::collect(std::string key, std::size_t most) {
  Params params{std::move(key), coordinator_, fmt::format("{}", most)};
  const Rows rows = co_await pool_.query(
      "SELECT number, attempt, worker, record, reason, earlier "
      "FROM redcode.collect(redcode.coordinating($1, $2), $3)",
      std::move(params));
  std::vector<Collected> results;
  for (std::size_t row = 0; row < rows.size(); ++row) results.push_back(collected_from(rows, row));
  co_return results;
}

Task<std::vector<EarlierTry>> Admin::earlier_tries(std::string key, std::uint64_t number) {
  Params params{std::move(key), coordinator_, fmt::format("{}", number)};
  const Rows rows = co_await pool_.query(
      "SELECT attempt, record FROM redcode.earlier_tries(redcode.coordinating($1, $2), $3)",
      std::move(params));
  std::vector<EarlierTry> tries;
  for (std::size_t row = 0; row < rows.size(); ++row)
    tries.push_back({.attempt = static_cast<std::uint32_t>(rows.number(row, 0)),
                     .record = std::string(rows.text(row, 1))});
  co_return tries;
}

Task<> Admin::mark_collected(std::string key, std::vector<std::uint64_t> numbers) {
  Params params{std::move(key), coordinator_, fmt::format("{{{}}}", fmt::join(numbers, ","))};
  co_await pool_.query("SELECT redcode.mark_collected(redcode.coordinating($1, $2), $3)",
                       std::move(params));
}

Task<bool> Admin::reject(std::string key, std::uint64_t number) {
  Params params{std::move(key), coordinator_, fmt::format("{}", number)};
  const Rows rows = co_await pool_.query("SELECT redcode.reject(redcode.coordinating($1, $2), $3)",
                                         std::move(params));
  co_return rows.truth(0, 0);
}

Task<Reaped> Admin::reap(std::string key) {
  Params params{std::move(key), coordinator_};
  const Rows rows = co_await pool_.query(
      "SELECT queued_again, given_up "
      "FROM redcode.requeue_lost(redcode.coordinating($1, $2), NULL)",
      std::move(params));
  co_return Reaped{.queued_again = count(rows, 0, 0), .given_up = count(rows, 0, 1)};
}

Task<queue::State> Admin::state(std::string key) {
  const Rows rows = co_await pool_.query(
      "SELECT planned, queued, leased, retried, orders FROM redcode.state_of($1)",
      Params(1, std::move(key)));
  co_return state_from(rows, 0, 0);
}

Task<> Admin::set_order(std::string key, queue::Order order) {
  Params params{std::move(key), std::string(name(order))};
  co_await pool_.query("SELECT redcode.set_order($1, $2)", std::move(params));
}

Task<std::vector<RunRow>> Admin::list() {
  const Rows rows = co_await pool_.query("SELECT * FROM redcode.list_runs()", Params());
  std::vector<RunRow> runs;
  for (std::size_t row = 0; row < rows.size(); ++row) runs.push_back(run_from(rows, row));
  co_return runs;
}

Task<> Admin::drop_run(std::string key) {
  co_await pool_.query("SELECT redcode.drop_run($1)", Params(1, std::move(key)));
}

}  // namespace redcode::fleet
