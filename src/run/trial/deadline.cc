#include "run/trial/deadline.h"

#include <boost/asio/experimental/awaitable_operators.hpp>
#include <exception>
#include <utility>

#include "base/with_timeout.h"

namespace redcode::trial {

Task<> Deadline::passed() {
  while (co_await changed_.wait_until(at_)) {
  }
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
