// LocalQueue: the trials of a run on one host. No server: what is over is what the run's records
// say, what is leased is what this process is at.
//
// It keeps a bit for each planned trial, and more only for those that run or wait to be tried
// again.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/event.h"
#include "record/run_folder.h"
#include "record/tries.h"
#include "run/plan/plan.h"
#include "run/queue/finished.h"
#include "run/queue/queue.h"

namespace redcode::queue {

class LocalQueue final : public Queue {
 public:
  // `plan` and `run` outlive it. `finished` is of that plan.
  LocalQueue(const asio::any_io_executor& executor, const plan::Plan& plan, Finished finished,
             record::RunWriter& run, RetryLimits limits = {});

  Task<std::vector<Lease>> lease(std::size_t most) override;
  Task<bool> beat() override;
  std::chrono::milliseconds beat_interval() const override { return {}; }
  Task<bool> complete(const Lease& lease, const record::Record& record) override;
  Task<bool> fail(const Lease& lease, const record::Record& record) override;
  record::Record whole(const Lease& lease, record::Record record) const override;
  Task<bool> give_back(const Lease& lease) override;
  Task<State> state() override;
  Task<bool> over() override;
  Task<> wait() override;

  void set_order(Order order);
  // state(), without waiting.
  State now() const;

 private:
  using Clock = std::chrono::steady_clock;
  // What a trial's earlier attempts came to.
  struct Failed {
    std::uint32_t attempts = 0;
    record::Tries tries;
  };

  std::optional<std::uint64_t> next();
  Lease hand_out(std::uint64_t number);
  bool end(const Lease& lease);
  void store(const Lease& lease, const record::Record& record);

  const plan::Plan& plan_;
  record::RunWriter& run_;
  RetryLimits limits_;
  std::vector<bool> over_;
  std::uint64_t over_count_;
  std::uint64_t cursor_ = 0;  // what is before it was handed out at least once
  Order order_ = Order::go;
  std::uint64_t retried_ = 0;
  std::multimap<Clock::time_point, std::uint64_t> again_;  // numbers, by when they are due
  std::unordered_map<std::uint64_t, Failed> failed_;       // to be tried again, or being so
  std::unordered_map<std::uint64_t, std::string> held_;    // tokens of what is leased
  Event news_;
};

}  // namespace redcode::queue
