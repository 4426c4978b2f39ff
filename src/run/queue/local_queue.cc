#include "run/queue/local_queue.h"

#include <algorithm>
#include <utility>

#include "base/random.h"

namespace redcode::queue {
namespace {

using namespace std::chrono_literals;

constexpr auto longest_wait = 500ms;

}  // namespace

LocalQueue::LocalQueue(const asio::any_io_executor& executor, const plan::Plan& plan,
                       Finished finished, record::RunWriter& run, RetryLimits limits)
    : plan_(plan),
      run_(run),
      limits_(limits),
      over_(std::move(finished.over)),
      over_count_(finished.count),
      news_(executor) {}

Task<std::vector<Lease>> LocalQueue::lease(std::size_t most) {
  std::vector<Lease> leases;
  while (order_ == Order::go && leases.size() < most) {
    const std::optional<std::uint64_t> number = next();
    if (!number) break;
    leases.push_back(hand_out(*number));
  }
  co_return leases;
}

// Retries first, in the order they came.
std::optional<std::uint64_t> LocalQueue::next() {
  if (!again_.empty() && again_.begin()->first <= Clock::now()) {
    const std::uint64_t number = again_.begin()->second;
    again_.erase(again_.begin());
    return number;
  }
  while (cursor_ < plan_.size() && over_[cursor_]) ++cursor_;
  if (cursor_ == plan_.size()) return std::nullopt;
  return cursor_++;
}

Lease LocalQueue::hand_out(std::uint64_t number) {
  const auto failed = failed_.find(number);
  Lease lease{.number = number,
              .trial = plan_.trial(number),
              .attempt = failed == failed_.end() ? 1 : failed->second.attempts + 1,
              .token = random_token(22)};
  if (lease.attempt > 1) ++retried_;
  held_[number] = lease.token;
  return lease;
}

Task<bool> LocalQueue::beat() { co_return true; }

// Whether it was still held; it is not any more.
bool LocalQueue::end(const Lease& lease) {
  const auto held = held_.find(lease.number);
  if (held == held_.end() || held->second != lease.token) return false;
  held_.erase(held);
  return true;
}

record::Record LocalQueue::whole(const Lease& lease, record::Record record) const {
  record.attempts = lease.attempt;
  if (const auto failed = failed_.find(lease.number); failed != failed_.end())
    failed->second.tries.count_in(record);
  return record;
}

void LocalQueue::store(const Lease& lease, const record::Record& record) {
  run_.append(whole(lease, record));
  over_[lease.number] = true;
  ++over_count_;
  failed_.erase(lease.number);
  news_.set();
}

Task<bool> LocalQueue::complete(const Lease& lease, const record::Record& record) {
  if (!end(lease)) co_return false;
  store(lease, record);
  co_return true;
}

Task<bool> LocalQueue::fail(const Lease& lease, const record::Record& record) {
  if (!end(lease)) co_return false;
  if (lease.attempt >= limits_.attempts) {
    store(lease, record);
    co_return true;
  }
  Failed& failed = failed_[lease.number];
  failed.attempts = lease.attempt;
  record::Record tried = record;
  tried.attempts = lease.attempt;
  failed.tries.add(tried, [this](std::string_view bytes) { return run_.blobs().put(bytes); });
  again_.emplace(Clock::now() + limits_.backoff * (1U << std::min(lease.attempt - 1, 10U)),
                 lease.number);
  news_.set();
  co_return true;
}

Task<bool> LocalQueue::give_back(const Lease& lease) {
  if (!end(lease)) co_return false;
  if (lease.attempt > 1) --retried_;
  again_.emplace(Clock::now(), lease.number);
  news_.set();
  co_return true;
}

Task<State> LocalQueue::state() { co_return now(); }

Task<bool> LocalQueue::over() { co_return over_count_ == plan_.size() || order_ == Order::stop; }

State LocalQueue::now() const {
  State state{.planned = plan_.size(),
              .leased = held_.size(),
              .over = over_count_,
              .retried = retried_,
              .order = order_};
  state.queued = state.planned - state.leased - state.over;
  return state;
}

Task<> LocalQueue::wait() {
  auto until = Clock::now() + longest_wait;
  if (order_ == Order::go && !again_.empty()) until = std::min(until, again_.begin()->first);
  co_await news_.wait_until(until);
}

void LocalQueue::set_order(Order order) {
  order_ = order;
  news_.set();
}

}  // namespace redcode::queue
