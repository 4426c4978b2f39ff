#include "base/at_a_time.h"

#include <boost/asio/this_coro.hpp>
#include <chrono>
#include <exception>
#include <utility>

#include "base/scope.h"

namespace redcode {
namespace {

using Clock = std::chrono::steady_clock;

Task<> start_all(Scope& scope, Semaphore& places, std::size_t count,
                 const std::function<Task<>(Semaphore::Permit)>& one) {
  for (std::size_t i = 0; i < count; ++i) {
    Semaphore::Permit permit = co_await places.acquire();
    scope.spawn(one(std::move(permit)));
  }
}

}  // namespace

Task<double> seconds_for(Repeats repeats, std::function<Task<>(Semaphore::Permit)> one) {
  const auto executor = co_await asio::this_coro::executor;
  const auto start = Clock::now();
  Semaphore places(executor, repeats.at_a_time);
  Scope scope(executor);
  std::exception_ptr failure;
  try {
    co_await start_all(scope, places, repeats.count, one);
  } catch (...) {
    failure = std::current_exception();
    scope.cancel();
  }
  co_await asio::this_coro::throw_if_cancelled(false);
  co_await scope.join();
  co_await asio::this_coro::throw_if_cancelled(true);
  if (failure) std::rethrow_exception(failure);
  co_return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace redcode
