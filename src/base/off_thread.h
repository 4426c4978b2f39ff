// off_thread: blocking work on a thread of its own, while the tasks go on.
#pragma once

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <functional>

#include "base/task.h"

namespace redcode {

template <class T>
Task<T> call_now(std::function<T()> work) {
  co_return work();
}

// What `work` gives or throws. It may touch only what nobody else touches meanwhile.
template <class T>
Task<T> off_thread(std::function<T()> work) {
  asio::thread_pool thread(1);
  co_return co_await asio::co_spawn(thread, call_now(std::move(work)), asio::use_awaitable);
}

}  // namespace redcode
