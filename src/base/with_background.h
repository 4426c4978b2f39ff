// beside: work that has helpers as long as it lasts.
#pragma once

#include <boost/asio/error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/system/system_error.hpp>
#include <exception>
#include <functional>
#include <optional>
#include <utility>

#include "base/scope.h"
#include "base/task.h"

namespace redcode {

// Does `work` beside the children that `start` spawns, then cancels them and waits until they have
// ended, also when `work` threw and when its caller is being cancelled. What `work` gave or threw;
// what a child ended with, other than being stopped here, if `work` did not throw. The children
// start in here and not before: a caller that is cancelled already does not get this far.
template <class T>
Task<T> with_background(std::function<void(Scope&)> start, Task<T> work) {
  Scope scope(co_await asio::this_coro::executor);
  start(scope);
  std::optional<T> result;
  std::exception_ptr failure;
  try {
    result = co_await std::move(work);
  } catch (...) {
    failure = std::current_exception();
  }
  scope.cancel();
  co_await asio::this_coro::throw_if_cancelled(false);
  try {
    co_await scope.join();
  } catch (const boost::system::system_error& error) {
    const bool stopped_by_us = error.code() == asio::error::operation_aborted;
    if (!stopped_by_us && !failure) failure = std::current_exception();
  } catch (...) {
    if (!failure) failure = std::current_exception();
  }
  co_await asio::this_coro::throw_if_cancelled(true);
  if (failure) std::rethrow_exception(failure);
  co_return *std::move(result);
}

}  // namespace redcode
