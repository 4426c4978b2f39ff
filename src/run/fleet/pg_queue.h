// PgQueue: the queue of a fleet's worker: many of them share one run in PostgreSQL.
//
// The server decides everything: which trials there are to have, how often, and for how long a
// worker may be silent (schema.sql). A worker names a trial by its number and shows the lease's
// token; the plan is its own, from the run's spec. While the server is away, calls are tried again
// for as long as a lease lasts.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "base/semaphore.h"
#include "run/fleet/pool.h"
#include "run/plan/plan.h"
#include "run/queue/queue.h"

namespace redcode::fleet {

// What a role's workers are to do: each run has a role of its own.
struct WorkerAssignment {
  std::string run;   // its key
  std::string spec;  // what the coordinator wrote for them (NewRun::spec)
};

// Throws Failure{corrupt} when the role of `url` has none.
Task<WorkerAssignment> fetch_assignment(std::string url);

struct WorkerOptions {
  std::string url;              // postgresql://ROLE@HOST/DATABASE
  std::string run;              // the run's key
  std::string name = "worker";  // for people; two workers may have the same
  std::chrono::milliseconds time_to_live{60'000};
  std::size_t connections = 4;  // and one for beats
};

class PgQueue final : public queue::Queue {
 public:
  // `plan` must outlive it. Connects when it is first used.
  PgQueue(const asio::any_io_executor& executor, const WorkerOptions& options,
          const plan::Plan& plan);

  Task<std::vector<queue::Lease>> lease(std::size_t most) override;
  Task<bool> beat() override;
  std::chrono::milliseconds beat_interval() const override { return time_to_live_ / 3; }
  Task<bool> complete(const queue::Lease& lease, const record::Record& record) override;
  Task<bool> fail(const queue::Lease& lease, const record::Record& record) override;
  Task<bool> give_back(const queue::Lease& lease) override;
  Task<queue::State> state() override;
  Task<bool> over() override;
  Task<> wait() override;

  // How the server knows this worker: the options' name and a random end.
  const std::string& worker() const { return worker_; }

 private:
  Task<Rows> ask_for(std::size_t most);
  queue::Lease lease_from(const Rows& rows, std::size_t row) const;
  Task<bool> end(std::string sql, const queue::Lease& lease, std::optional<std::string> record);

  std::string run_;
  std::string worker_;
  std::chrono::milliseconds time_to_live_;
  const plan::Plan& plan_;
  Pool pool_;
  Pool beats_;                  // nothing else may keep a beat waiting
  Semaphore leasing_;           // one lease() at a time, so that calls have an order
  std::uint64_t asked_ = 0;     // the last call of lease() that was sent
  std::uint64_t heard_ = 0;     // the last one whose answer arrived
  std::set<std::string> held_;  // the tokens of what that gave and did not end yet
  std::uint32_t idle_waits_ = 0;
};

}  // namespace redcode::fleet
