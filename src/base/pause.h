// Waiting for some time, without holding anybody else up.
#pragma once

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>

#include "base/task.h"

namespace redcode {

inline Task<> pause_for(std::chrono::milliseconds span) {
  asio::steady_timer timer(co_await asio::this_coro::executor, span);
  co_await timer.async_wait(asio::use_awaitable);
}

}  // namespace redcode
