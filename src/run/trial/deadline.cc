#include "run/trial/deadline.h"

#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>
#include <exception>
#include <utility>

#include "base/with_timeout.h"

namespace redcode::trial {

Task<> Deadline::passed() {
  boost::system::error_code woken;
  do {
    co_await timer_.async_wait(asio::redirect_error(asio::use_awaitable, woken));
    const auto cancelled = (co_await asio::this_coro::cancellation_state).cancelled();
    if (cancelled != asio::cancellation_type::none) {
      throw boost::system::system_error(asio::error::operation_aborted);
    }
  } while (woken);  // it was set anew
}

Task<std::optional<record::Stop>> with_timeout(Deadline& deadline, Task<record::Stop> work) {
  using namespace asio::experimental::awaitable_operators;
  std::optional<record::Stop> stop;
  const auto first = co_await (caught(std::move(work), stop) || deadline.passed());
  if (first.index() == 1) co_return std::nullopt;
  if (const std::exception_ptr failure = std::get<0>(first)) std::rethrow_exception(failure);
  co_return stop;
}

}  // namespace redcode::trial
