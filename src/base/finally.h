// finally, or_undo: work that must be tidied up after, however it ends, or only if it failed.
#pragma once

#include <boost/asio/this_coro.hpp>
#include <exception>
#include <optional>
#include <utility>

#include "base/task.h"

namespace redcode {

// Does `work`, then `close`, out of reach of cancellation: also when `work` threw and when its
// caller is being cancelled. What `work` gave or threw; what `close` threw if `work` did not.
template <class T>
Task<T> finally(Task<T> work, Task<> close) {
  std::optional<T> result;
  std::exception_ptr failure;
  try {
    result = co_await std::move(work);
  } catch (...) {
    failure = std::current_exception();
  }
  co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
  try {
    co_await std::move(close);
  } catch (...) {
    if (!failure) failure = std::current_exception();
  }
  co_await asio::this_coro::reset_cancellation_state(asio::enable_terminal_cancellation());
  if (failure) std::rethrow_exception(failure);
  co_return *std::move(result);
}

// Does `work`; if that throws, `undo` too, out of reach of cancellation, before it is thrown on.
// What `undo` throws is lost.
inline Task<> or_undo(Task<> work, Task<> undo) {
  std::exception_ptr failure;
  try {
    co_await std::move(work);
  } catch (...) {
    failure = std::current_exception();
  }
  if (!failure) co_return;
  co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
  try {
    co_await std::move(undo);
  } catch (...) {  // NOLINT(bugprone-empty-catch): why the work failed is what matters
  }
  co_await asio::this_coro::reset_cancellation_state(asio::enable_terminal_cancellation());
  std::rethrow_exception(failure);
}

}  // namespace redcode
