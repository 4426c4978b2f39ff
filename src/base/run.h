// run: drive one Task to its end from ordinary code (main, tests).
#pragma once

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>
#include <utility>

#include "base/task.h"

namespace redcode {

// Runs `task` on a context of its own until it ends; gives its value or throws its exception.
template <class T>
T run(Task<T> task) {
  asio::io_context context(1);
  auto ended = asio::co_spawn(context, std::move(task), asio::use_future);
  context.run();
  return ended.get();
}

}  // namespace redcode
