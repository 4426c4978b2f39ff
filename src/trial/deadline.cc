#include "trial/deadline.h"

#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>
#include <utility>

namespace redcode::trial {
namespace {

// `a || b` of Asio waits for the first *success*; a failure must end the wait too, so it becomes
// a value here.
Task<std::exception_ptr> caught(Task<record::Stop> work, record::Stop& stop) {
  try {
    stop = co_await std::move(work);
  } catch (...) {
    co_return std::current_exception();
  }
  co_return nullptr;
}

}  // namespace

Task<std::optional<record::Stop>> within(std::chrono::milliseconds limit, Task<record::Stop> work) {
  using namespace asio::experimental::awaitable_operators;
  asio::steady_timer deadline(co_await asio::this_coro::executor, limit);
  record::Stop stop = record::Stop::failed;
  const auto first =
      co_await (caught(std::move(work), stop) || deadline.async_wait(asio::use_awaitable));
  if (first.index() == 1) co_return std::nullopt;
  if (const std::exception_ptr failure = std::get<0>(first)) std::rethrow_exception(failure);
  co_return stop;
}

}  // namespace redcode::trial
