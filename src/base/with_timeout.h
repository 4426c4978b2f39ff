// within: a task with an end, whatever it does.
#pragma once

#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <exception>
#include <optional>
#include <utility>

#include "base/task.h"

namespace redcode {

// `a || b` of Asio waits for the first *success*; a failure must end the wait too, so it becomes a
// value here.
template <class T>
Task<std::exception_ptr> caught(Task<T> work, std::optional<T>& result) {
  try {
    result = co_await std::move(work);
  } catch (...) {
    co_return std::current_exception();
  }
  co_return nullptr;
}

inline Task<std::exception_ptr> caught(Task<> work) {
  try {
    co_await std::move(work);
  } catch (...) {
    co_return std::current_exception();
  }
  co_return nullptr;
}

// What `work` gives or throws; nothing if `limit` passed first, in which case `work` was cancelled
// and has ended.
template <class T>
Task<std::optional<T>> with_timeout(std::chrono::milliseconds limit, Task<T> work) {
  using namespace asio::experimental::awaitable_operators;
  asio::steady_timer deadline(co_await asio::this_coro::executor, limit);
  std::optional<T> result;
  const auto first =
      co_await (caught(std::move(work), result) || deadline.async_wait(asio::use_awaitable));
  if (first.index() == 1) co_return std::nullopt;
  if (const std::exception_ptr failure = std::get<0>(first)) std::rethrow_exception(failure);
  co_return result;
}

}  // namespace redcode
