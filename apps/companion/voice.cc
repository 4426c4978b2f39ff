#include "voice.h"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <utility>

namespace redcode::companion {

Voice::Voice(const asio::any_io_executor& executor, Fd out)
    : out_(executor, out.release()), news_(executor) {}

void Voice::say(sandbox::Message message) {
  waiting_.push_back(sandbox::encode(std::move(message)));
  unsaid_ += waiting_.back().size();
  news_.set();
}

Task<> Voice::speak() {
  boost::system::error_code error;
  while (true) {
    while (waiting_.empty()) co_await news_.wait();
    const std::string bytes = std::move(waiting_.front());
    waiting_.pop_front();
    co_await asio::async_write(out_, asio::buffer(bytes),
                               asio::redirect_error(asio::use_awaitable, error));
    if (error) co_return;
    unsaid_ -= bytes.size();
  }
}

}  // namespace redcode::companion
