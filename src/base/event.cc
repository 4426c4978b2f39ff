#include "base/event.h"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>
#include <utility>

namespace redcode {

void Event::set() {
  set_ = true;
  timer_.cancel();
}

Task<> Event::wait() { co_await wait_until(Clock::time_point::max()); }

Task<bool> Event::wait_until(Clock::time_point until) {
  if (!set_) {
    timer_.expires_at(until);
    boost::system::error_code woken;
    co_await timer_.async_wait(asio::redirect_error(asio::use_awaitable, woken));
    // set() ends the wait with the same error as a cancellation does.
    if (woken && !set_) throw boost::system::system_error(woken);
  }
  co_return std::exchange(set_, false);
}

}  // namespace redcode
