#include "run/steer/socket.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <exception>
#include <optional>
#include <utility>

#include "base/digest.h"
#include "base/failure.h"
#include "base/pause.h"
#include "base/text.h"
#include "base/with_timeout.h"

namespace redcode::steer {
namespace {

using asio::local::stream_protocol;
using boost::system::error_code;
using namespace std::chrono_literals;

constexpr std::size_t longest_line = std::size_t{64} << 10U;
constexpr std::size_t longest_path = sizeof(sockaddr_un::sun_path) - 1;
constexpr std::size_t most_visitors = 32;
constexpr auto patience = 10s;   // with a silent peer
constexpr auto breather = 50ms;  // when the system has no descriptor left, or too many visit

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& why) {
  throw Failure(Failure::Kind::unavailable,
                fmt::format("cannot listen on {}: {}", path.string(), why));
}

std::filesystem::path short_folder() { return fmt::format("/tmp/redcode-{}", geteuid()); }

// /tmp is everybody's: a folder of that name which another made must not get our socket.
void make_private(const std::filesystem::path& folder) {
  struct stat told{};
  mkdir(folder.c_str(), 0700);
  const bool ours = lstat(folder.c_str(), &told) == 0 && S_ISDIR(told.st_mode) &&
                    told.st_uid == geteuid() && (told.st_mode & 077U) == 0;
  if (!ours) fail(folder, "it is not a folder of this user alone; remove it");
}

// Removes a socket that nobody listens on any more, and nothing else.
void remove_socket(const std::filesystem::path& path) {
  struct stat told{};
  if (lstat(path.c_str(), &told) == 0 && S_ISSOCK(told.st_mode)) unlink(path.c_str());
}

stream_protocol::acceptor listen_at(const asio::any_io_executor& executor,
                                    const std::filesystem::path& path) {
  if (path.parent_path() == short_folder()) make_private(path.parent_path());
  remove_socket(path);
  try {
    stream_protocol::acceptor acceptor(executor);
    acceptor.open();
    acceptor.bind(path.string());
    chmod(path.c_str(), 0600);  // nobody can connect before it listens
    acceptor.listen();
    return acceptor;
  } catch (const boost::system::system_error& error) {
    fail(path, error.code().message());
  }
}

bool welcome_here(stream_protocol::socket& socket) {
  ucred peer{};
  socklen_t size = sizeof(peer);
  const bool told = getsockopt(socket.native_handle(), SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0;
  return told && (peer.uid == geteuid() || peer.uid == 0);
}

Task<std::string> read_line(stream_protocol::socket& socket, std::string& held) {
  const std::size_t size = co_await asio::async_read_until(
      socket, asio::dynamic_buffer(held, longest_line), '\n', asio::use_awaitable);
  std::string line = held.substr(0, size - 1);
  held.erase(0, size);
  co_return line;
}

Task<bool> write_line(stream_protocol::socket& socket, std::string line) {
  line += '\n';
  co_await asio::async_write(socket, asio::buffer(line), asio::use_awaitable);
  co_return true;
}

std::string refusal(std::string_view why) {
  return dump_json({{"ok", false}, {"error", std::string(why)}});
}

// What goes wrong with a visitor ends the visit and nothing else.
Task<> attend(stream_protocol::socket socket, Controls& controls) {
  try {
    if (!welcome_here(socket)) {
      co_await with_timeout(patience, write_line(socket, refusal("this run is another user's")));
      co_return;
    }
    std::string held;
    while (true) {
      const std::optional<std::string> line =
          co_await with_timeout(patience, read_line(socket, held));
      if (!line) co_return;
      if (!co_await with_timeout(patience, write_line(socket, answer_to(*line, controls))))
        co_return;
    }
  } catch (const std::exception&) {
    co_return;
  }
}

Task<std::string> exchange(std::filesystem::path path, std::string request) {
  stream_protocol::socket socket(co_await asio::this_coro::executor);
  const stream_protocol::endpoint there(path.string());
  co_await socket.async_connect(there, asio::use_awaitable);
  co_await write_line(socket, std::move(request));
  std::string held;
  co_return co_await read_line(socket, held);
}

std::unexpected<Error> no_run(const std::filesystem::path& run_folder) {
  return std::unexpected(
      Error{.code = "run-not-running",
            .message = fmt::format("no process of yours runs {}", run_folder.string()),
            .hint = "`redcode runs status` tells how far it got, `redcode runs resume` goes on"});
}

Result<Status> status_in(const std::string& answer) {
  const Result<Json> json = parse_json(answer);
  if (!json || !member_or(*json, "ok", false)) {
    const std::string why =
        json ? member_or(*json, "error", std::string("no reason given")) : answer;
    return std::unexpected(Error{.code = "control-refused", .message = one_line(why, 300)});
  }
  return status_from_json(member_or(*json, "status", Json::object()));
}

}  // namespace

std::filesystem::path socket_path(const std::filesystem::path& run_folder) {
  std::error_code ignored;
  std::filesystem::path real = std::filesystem::weakly_canonical(run_folder, ignored);
  if (real.empty()) real = std::filesystem::absolute(run_folder);
  const std::filesystem::path path = real / "control.sock";
  if (path.string().size() <= longest_path) return path;
  return short_folder() / fmt::format("{}.sock", sha256_hex(real.string()).substr(0, 32));
}

std::string answer_to(std::string_view request, Controls& controls) {
  const Result<Json> json = parse_json(request, {.bytes = longest_line, .depth = 8, .members = 64});
  if (!json) return refusal(json.error().message);
  const std::string order = member_or(*json, "do", std::string());
  if (order == "pause") {
    controls.pause();
  } else if (order == "continue") {
    controls.go_on();
  } else if (order == "cancel") {
    controls.cancel();
  } else if (order == "concurrency") {
    const auto to = member_or<std::int64_t>(*json, "to", 0);
    if (to < 1 || std::cmp_greater(to, most_at_a_time))
      return refusal(fmt::format("so many at a time: 1 to {}", most_at_a_time));
    controls.set_concurrency(static_cast<std::size_t>(to));
  } else if (order != "status") {
    return refusal("unknown request: status, pause, continue, cancel and concurrency are known");
  }
  return dump_json({{"ok", true}, {"status", to_json(controls.status())}});
}

ControlSocket::ControlSocket(const asio::any_io_executor& executor,
                             const std::filesystem::path& run_folder)
    : path_(socket_path(run_folder)), acceptor_(listen_at(executor, path_)) {}

ControlSocket::~ControlSocket() { remove_socket(path_); }

Task<> ControlSocket::serve(Controls& controls) {
  Scope visitors(acceptor_.get_executor());
  std::exception_ptr failure;
  try {
    co_await welcome(visitors, controls);
  } catch (...) {
    failure = std::current_exception();
  }
  // Cancelled or not, the visitors must be gone before this frame is.
  co_await asio::this_coro::throw_if_cancelled(false);
  visitors.cancel();
  co_await visitors.join();
  co_await asio::this_coro::throw_if_cancelled(true);
  if (failure) std::rethrow_exception(failure);
}

Task<> ControlSocket::welcome(Scope& visitors, Controls& controls) {
  while (true) {
    error_code error;
    stream_protocol::socket socket =
        co_await acceptor_.async_accept(asio::redirect_error(asio::use_awaitable, error));
    if (error == asio::error::operation_aborted) throw boost::system::system_error(error);
    if (!error) visitors.spawn(attend(std::move(socket), controls));
    while (error || visitors.running() >= most_visitors) {
      error.clear();
      co_await pause_for(breather);
    }
  }
}

Task<Result<Status>> ask(std::filesystem::path run_folder, std::string request) {
  bool reached = true;
  std::optional<std::string> answer;
  try {
    answer = co_await with_timeout(patience, exchange(socket_path(run_folder), std::move(request)));
  } catch (const boost::system::system_error& error) {
    if (error.code() == asio::error::operation_aborted) throw;
    reached = false;
  }
  if (!reached) co_return no_run(run_folder);
  if (!answer) {
    co_return std::unexpected(Error{
        .code = "control-silent",
        .message = fmt::format("the process that runs {} does not answer", run_folder.string()),
        .hint = "it may be stopped (Ctrl-Z) or very busy"});
  }
  co_return status_in(*answer);
}

}  // namespace redcode::steer
