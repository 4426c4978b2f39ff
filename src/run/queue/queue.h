// Queue: hands out the trials of a plan, and takes what became of each, once.
//
//   for (queue::Lease& lease : co_await queue.lease(free_places)) ...   // run them
//   const bool counted = co_await queue.complete(lease, record);
//
// A trial is queued, leased, or over. A lease is held until it is completed, failed or given back,
// or until its holder has not been heard of for the queue's time to live; then it is queued again,
// and what the former holder still brings is refused. A run is over when every trial of the plan
// has a result, never because nothing is queued.
//
// Implementations: LocalQueue (this process; the plan and the run's records are its truth) and
// fleet::PgQueue (PostgreSQL, many workers). One contract suite holds both (contract_for_tests.h).
//
// Thread safety: used from the one thread that runs the tasks; calls may overlap.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/task.h"
#include "record/record.h"

namespace redcode::queue {

struct Lease {
  std::uint64_t number = 0;  // in the plan
  record::Trial trial;
  std::uint32_t attempt = 1;  // this is the n-th time it is handed out and counts
  std::string token;          // unguessable; whoever has it may end the lease
};

// Whether work is to go on, as the run's owner has decided.
enum class Order { go, pause, stop };
std::string_view name(Order order);

struct State {
  std::uint64_t planned = 0;
  std::uint64_t queued = 0;
  std::uint64_t leased = 0;
  std::uint64_t over = 0;     // have a result
  std::uint64_t retried = 0;  // attempts beyond each trial's first
  Order order = Order::go;

  bool finished() const { return over == planned; }
};

struct RetryLimits {
  std::uint32_t attempts = 3;               // then the trial is over, as invalid
  std::chrono::milliseconds backoff{1000};  // before a failed trial is handed out again; doubles
};

class Queue {
 public:
  virtual ~Queue() = default;

  // Up to `most` trials that are this caller's now; none if there are none at the moment or the
  // order is not to go. Throws Failure{unavailable} when the queue cannot be reached, after having
  // tried for a while; Failure{corrupt} when the caller may not have any (wrong key, unknown run).
  virtual Task<std::vector<Lease>> lease(std::size_t most) = 0;

  // Says that this caller lives, for all leases it holds. False: it was away for too long, and its
  // leases are gone. Throws as lease().
  virtual Task<bool> beat() = 0;
  // How often to call beat(); 0: never.
  virtual std::chrono::milliseconds beat_interval() const = 0;

  // The result of a trial: stored and the lease ended, both or neither. False: the lease was lost
  // and nothing was stored. Calling it again after an answer that was lost on the way is harmless.
  virtual Task<bool> complete(const Lease& lease, const record::Record& record) = 0;

  // The harness or the provider failed, not the agent: the trial is queued again after a while, or,
  // after the last attempt, `record` is its result. What it did and cost counts in the trial's
  // result (record::Tries). False: the lease was lost.
  virtual Task<bool> fail(const Lease& lease, const record::Record& record) = 0;

  // `record` as it will be kept, with what the trial's earlier tries did and cost, as far as this
  // queue knows of them: to tell people, while the lease is held.
  virtual record::Record whole(const Lease& /*lease*/, record::Record record) const {
    return record;
  }

  // Hands a trial back that was not worth an attempt: its host is being drained.
  virtual Task<bool> give_back(const Lease& lease) = 0;

  virtual Task<State> state() = 0;

  // Whether nothing will be handed out any more: the run is finished, or is to stop. Cheaper than
  // state().
  virtual Task<bool> over() = 0;

  // Waits until there may be something new to lease, a moment at most.
  virtual Task<> wait() = 0;
};

}  // namespace redcode::queue
