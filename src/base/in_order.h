// Work on several threads, results in order: for files too large for one core.
#pragma once

#include <boost/asio/packaged_task.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <cstddef>
#include <deque>
#include <future>
#include <optional>
#include <utility>

namespace redcode {

// Runs `work` on each item that `next` gives (until it gives none) on `threads` threads, and hands
// the results to `take` in the items' order, in the calling thread. At most two items a thread are
// held. What any of them throws ends it and is thrown on, once no work is running.
template <class Next, class Work, class Take>
void in_order(std::size_t threads, Next next, Work work, Take take) {
  using Item = typename std::invoke_result_t<Next>::value_type;
  using Made = std::invoke_result_t<Work, Item>;
  std::deque<std::future<Made>> made;
  boost::asio::thread_pool pool(threads);
  const auto take_first = [&made, &take] {
    take(made.front().get());
    made.pop_front();
  };
  while (std::optional<Item> item = next()) {
    std::packaged_task<Made()> task(
        [&work, one = *std::move(item)]() mutable { return work(std::move(one)); });
    made.push_back(boost::asio::post(pool, std::move(task)));
    if (made.size() >= 2 * threads) take_first();
  }
  while (!made.empty()) take_first();
}

}  // namespace redcode
