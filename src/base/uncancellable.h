// uncancellable: a task that runs to its end even when the one who awaits it is cancelled
// meanwhile.
#pragma once

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>

#include "base/task.h"

namespace redcode {

// For steps that must not be cut in two, such as making something whose name is only known at the
// end. A cancellation is not lost: the caller's next wait ends with it.
template <class T>
Task<T> uncancellable(Task<T> task) {
  const auto executor = co_await asio::this_coro::executor;
  co_return co_await asio::co_spawn(
      executor, std::move(task),
      asio::bind_cancellation_slot(asio::cancellation_slot(), asio::use_awaitable));
}

}  // namespace redcode
