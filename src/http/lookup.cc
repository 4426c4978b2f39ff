#include "http/lookup.h"

#include <fmt/format.h>

#include <boost/asio/this_coro.hpp>
#include <memory>
#include <utility>

#include "base/event.h"
#include "base/failure.h"

namespace redcode::http {

namespace {

using asio::ip::tcp;
using boost::system::error_code;

// One question to the system's resolver, which answers from a thread of its own. We wait for the
// timer; the answer wakes it. A late answer finds nobody and is dropped.
struct Question {
  explicit Question(const asio::any_io_executor& executor)
      : resolver(executor), answered(executor) {}

  tcp::resolver resolver;
  Event answered;
  error_code error;
  std::vector<tcp::endpoint> addresses;
};

void ask(const std::shared_ptr<Question>& question, const std::string& host, std::uint16_t port) {
  question->resolver.async_resolve(
      host, fmt::format("{}", port), tcp::resolver::numeric_service,
      [question](const error_code& error, const tcp::resolver::results_type& found) {
        question->error = error;
        question->addresses.assign(found.begin(), found.end());
        question->answered.set();
      });
}

}  // namespace

Task<std::vector<tcp::endpoint>> look_up(std::string host, std::uint16_t port,
                                         std::chrono::steady_clock::time_point deadline) {
  error_code not_numeric;
  const auto address = asio::ip::make_address(host, not_numeric);
  if (!not_numeric) co_return std::vector<tcp::endpoint>{tcp::endpoint(address, port)};

  const auto question = std::make_shared<Question>(co_await asio::this_coro::executor);
  ask(question, host, port);

  if (!co_await question->answered.wait_until(deadline))
    throw Failure(Failure::Kind::unavailable, host + ": its address was not found in time");
  if (question->error)
    throw Failure(Failure::Kind::unavailable, host + ": " + question->error.message());
  co_return question->addresses;
}

}  // namespace redcode::http
