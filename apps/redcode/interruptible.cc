#include "interruptible.h"

#include <boost/asio/this_coro.hpp>
#include <utility>

#include "base/run.h"
#include "base/scope.h"
#include "interrupt.h"

namespace redcode::app {
namespace {

Task<> keep(Task<int> work, int& code) { code = co_await std::move(work); }

Task<int> guard(Task<int> work, Out& out) {
  const auto executor = co_await asio::this_coro::executor;
  int code = 1;
  Scope scope(executor);
  scope.spawn(keep(std::move(work), code));
  Interrupt interrupt(executor, out, [&scope] { scope.cancel(); });
  std::exception_ptr failure;
  try {
    co_await scope.join();
  } catch (...) {
    failure = std::current_exception();
  }
  interrupt.ignore();
  if (interrupt.happened()) co_return 130;
  if (failure) std::rethrow_exception(failure);
  co_return code;
}

}  // namespace

int run_interruptible(Task<int> work, Out& out) { return run(guard(std::move(work), out)); }

}  // namespace redcode::app
