#include "run/fleet/pg_connection.h"

#include <fmt/format.h>
#include <openssl/ssl.h>
#include <unistd.h>

#include <array>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/multiple_exceptions.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>
#include <charconv>
#include <initializer_list>
#include <utility>

#include "base/failure.h"
#include "base/fd.h"
#include "base/off_thread.h"
#include "base/text.h"
#include "base/with_timeout.h"

namespace redcode::fleet {

namespace {

using Socket = asio::posix::stream_descriptor;

constexpr std::size_t longest_message = 300;

bool begins_with_any(std::string_view code, std::initializer_list<std::string_view> beginnings) {
  for (const std::string_view beginning : beginnings) {
    if (code.starts_with(beginning)) return true;
  }
  return false;
}

// Whether a server that says this may say something else another time: connections, resources,
// shutdown, deadlocks, a server that just lost its role, time-outs. No code: the connection broke.
bool may_pass(std::string_view code) {
  return code.empty() || begins_with_any(code, {"08", "53", "57", "40", "55P03", "25006"});
}

// The first line is the message; what follows is where in the server it came from.
std::string message_of(std::string_view text) {
  return one_line(trim(text.substr(0, text.find('\n'))), longest_message);
}

Failure failure_of(const PGresult* result) {
  const char* code = PQresultErrorField(result, PG_DIAG_SQLSTATE);
  const char* primary = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
  const std::string_view message = primary != nullptr ? primary : PQresultErrorMessage(result);
  const bool passes = may_pass(code != nullptr ? code : "");
  return Failure(passes ? Failure::Kind::unavailable : Failure::Kind::corrupt,
                 fmt::format("PostgreSQL: {}", message_of(message)));
}

[[noreturn]] void lost(const PGconn* connection) {
  throw Failure(Failure::Kind::unavailable,
                fmt::format("PostgreSQL: {}", message_of(PQerrorMessage(connection))));
}

// A refusal of us (28…) or of the database (3D…) has its code in the verbose message. PgBouncer
// has one code for everything, and TLS has none.
[[noreturn]] void not_let_in(const PGconn* connection) {
  const std::string_view message = PQerrorMessage(connection);
  bool refused = false;
  for (const std::string_view sign :
       {":  28", ":  3D", "authentication failed", "certificate", "unknown ca"})
    refused = refused || message.find(sign) != std::string_view::npos;
  throw Failure(refused ? Failure::Kind::corrupt : Failure::Kind::unavailable,
                fmt::format("cannot connect to PostgreSQL: {}", message_of(message)));
}

void keep_quiet(void* /*nothing*/, const PGresult* /*notice*/) {}

// libpq quotes a URL it cannot read, and there may be a password in it.
void check_url(const std::string& url) {
  const bool is_url = url.starts_with("postgresql://") || url.starts_with("postgres://");
  PQconninfoOption* options = is_url ? PQconninfoParse(url.c_str(), nullptr) : nullptr;
  if (options == nullptr)
    throw Failure(Failure::Kind::corrupt,
                  "a fleet's address is a URL: postgresql://ROLE@HOST/DATABASE");
  PQconninfoFree(options);
}

// A dead network is noticed in about ten seconds, unless the URL has values of its own.
PGconn* start(const std::string& url) {
  constexpr std::array<const char*, 7> names{"keepalives_idle",
                                             "keepalives_interval",
                                             "keepalives_count",
                                             "tcp_user_timeout",
                                             "fallback_application_name",
                                             "dbname",
                                             nullptr};
  const std::array<const char*, 7> values{"5", "2", "3", "10000", "redcode", url.c_str(), nullptr};
  return PQconnectStartParams(names.data(), values.data(), 1);
}

Socket watched(const asio::any_io_executor& executor, const PGconn* connection) {
  Fd copy(::dup(PQsocket(connection)));
  if (!copy) throw Failure(Failure::Kind::unavailable, "no descriptor left for PostgreSQL");
  Socket socket(executor);
  socket.assign(copy.release());
  return socket;
}

// libpq may use another socket after each step, so each waits on a copy of its own.
Task<bool> connected(PGconn* connection) {
  const auto executor = co_await asio::this_coro::executor;
  PostgresPollingStatusType next = PGRES_POLLING_WRITING;
  while (next != PGRES_POLLING_OK && next != PGRES_POLLING_FAILED) {
    Socket socket = watched(executor, connection);
    const auto wanted = next == PGRES_POLLING_READING ? Socket::wait_read : Socket::wait_write;
    co_await socket.async_wait(wanted, asio::use_awaitable);
    next = PQconnectPoll(connection);
  }
  co_return next == PGRES_POLLING_OK;
}

// Bytes that TLS has read off the socket already, so that nobody would be woken for them.
bool has_hidden_bytes(PGconn* connection) {
  auto* tls = static_cast<SSL*>(PQsslStruct(connection, "OpenSSL"));
  return tls != nullptr && SSL_pending(tls) > 0;
}

}  // namespace

std::size_t Rows::size() const { return static_cast<std::size_t>(PQntuples(result_.get())); }

bool Rows::is_null(std::size_t row, int column) const {
  return PQgetisnull(result_.get(), static_cast<int>(row), column) != 0;
}

std::string_view Rows::text(std::size_t row, int column) const {
  const int at = static_cast<int>(row);
  return {PQgetvalue(result_.get(), at, column),
          static_cast<std::size_t>(PQgetlength(result_.get(), at, column))};
}

std::int64_t Rows::number(std::size_t row, int column) const {
  const std::string_view digits = text(row, column);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size())
    throw Failure(Failure::Kind::corrupt, "PostgreSQL: not a number where one belongs");
  return value;
}

bool Rows::truth(std::size_t row, int column) const {
  const std::string_view letter = text(row, column);
  if (letter != "t" && letter != "f")
    throw Failure(Failure::Kind::corrupt, "PostgreSQL: neither true nor false");
  return letter == "t";
}

PgConnection::PgConnection(Handle handle, Socket socket, PgLimits limits)
    : handle_(std::move(handle)), socket_(std::move(socket)), limits_(limits) {}

Task<PgConnection> PgConnection::open(std::string url, PgLimits limits) {
  check_url(url);
  // libpq looks hosts up at once, which may take a while.
  Handle handle(co_await off_thread<PGconn*>([url] { return start(url); }));
  if (handle == nullptr) throw Failure(Failure::Kind::unavailable, "no memory for PostgreSQL");
  PQsetNoticeReceiver(handle.get(), keep_quiet, nullptr);
  PQsetErrorVerbosity(handle.get(), PQERRORS_VERBOSE);
  if (PQstatus(handle.get()) == CONNECTION_BAD) not_let_in(handle.get());
  const std::optional<bool> in_time =
      co_await with_timeout(limits.connect, connected(handle.get()));
  if (!in_time) throw Failure(Failure::Kind::unavailable, "PostgreSQL did not answer in time");
  if (!*in_time || PQsetnonblocking(handle.get(), 1) != 0) not_let_in(handle.get());
  Socket socket = watched(co_await asio::this_coro::executor, handle.get());
  co_return PgConnection(std::move(handle), std::move(socket), limits);
}

bool PgConnection::usable() const {
  return !in_query_ && PQstatus(handle_.get()) == CONNECTION_OK &&
         PQtransactionStatus(handle_.get()) == PQTRANS_IDLE;
}

Task<Rows> PgConnection::query(std::string sql, Params params) {
  std::vector<const char*> values;
  values.reserve(params.size());
  for (const auto& param : params) values.push_back(param ? param->c_str() : nullptr);
  in_query_ = true;
  const int sent = PQsendQueryParams(handle_.get(), sql.c_str(), static_cast<int>(values.size()),
                                     nullptr, values.data(), nullptr, nullptr, 0);
  co_return co_await finish(sent == 1);
}

Task<> PgConnection::script(std::string sql) {
  in_query_ = true;
  const int sent = PQsendQuery(handle_.get(), sql.c_str());
  co_await finish(sent == 1);
}

Task<Rows> PgConnection::finish(bool sent) {
  if (!sent) lost(handle_.get());
  std::optional<Rows> rows = co_await with_timeout(limits_.statement, answer());
  if (!rows) throw Failure(Failure::Kind::unavailable, "PostgreSQL took too long");
  co_return *std::move(rows);
}

// The last result of the statement or script, or the first that failed.
Task<Rows> PgConnection::answer() {
  co_await flush();
  std::optional<Rows> last;
  std::optional<Failure> failure;
  while (true) {
    while (PQisBusy(handle_.get()) != 0) co_await receive();
    PGresult* result = PQgetResult(handle_.get());
    if (result == nullptr) break;
    const ExecStatusType status = PQresultStatus(result);
    const bool good = status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK;
    last.emplace(result);
    if (!good && !failure) failure = failure_of(result);
  }
  in_query_ = false;
  if (failure) throw Failure(*failure);
  if (!last) lost(handle_.get());
  co_return *std::move(last);
}

// Whether there is something to read (or else room to write). When both waits end by cancellation,
// Asio throws a pair of exceptions that nobody expects.
Task<bool> PgConnection::readable_or_writable() {
  using namespace asio::experimental::awaitable_operators;
  try {
    const auto ready = co_await (socket_.async_wait(Socket::wait_write, asio::use_awaitable) ||
                                 socket_.async_wait(Socket::wait_read, asio::use_awaitable));
    co_return ready.index() == 1;
  } catch (const asio::multiple_exceptions& both) {
    std::rethrow_exception(both.first_exception());
  }
}

Task<> PgConnection::flush() {
  while (true) {
    const int left = PQflush(handle_.get());
    if (left < 0) lost(handle_.get());
    if (left == 0) co_return;
    // A server that wants to be read first would not take more from us.
    const bool readable = co_await readable_or_writable();
    if (readable && PQconsumeInput(handle_.get()) == 0) lost(handle_.get());
  }
}

Task<> PgConnection::receive() {
  if (!has_hidden_bytes(handle_.get()))
    co_await socket_.async_wait(Socket::wait_read, asio::use_awaitable);
  if (PQconsumeInput(handle_.get()) == 0) lost(handle_.get());
}

std::string PgConnection::scram_secret(const std::string& role, const std::string& password) const {
  char* secret =
      PQencryptPasswordConn(handle_.get(), password.c_str(), role.c_str(), "scram-sha-256");
  if (secret == nullptr) lost(handle_.get());
  std::string copy = secret;
  PQfreemem(secret);
  return copy;
}

}  // namespace redcode::fleet
