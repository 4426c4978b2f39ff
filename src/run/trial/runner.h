// Runner: many trials at a time, from a queue into its results.
//
// It asks the queue for as many trials as it has room for, runs each, keeps what the record refers
// to in the store, and only then tells the queue. Memory does not grow with the number of trials.
#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <list>
#include <memory>
#include <string>

#include "base/event.h"
#include "base/scope.h"
#include "base/semaphore.h"
#include "run/queue/queue.h"
#include "run/store/store.h"
#include "run/trial/deadline.h"
#include "run/trial/trial.h"

namespace redcode::trial {

struct RunnerOptions {
  std::size_t concurrency = 4;         // trials at a time
  std::size_t sandboxes = 0;           // open at a time; 0: one for each trial
  std::chrono::milliseconds grace{0};  // for running trials when drained; then they go back
  bool keep_budget_stops = true;       // false: a trial that money ran out for goes back, too
  std::uint32_t attempts = 3;          // as the queue has it, to tell what is tried again
  std::chrono::milliseconds outage_wait{1000};  // before a provider that is away is tried; doubles
};

// What this process did and is at.
struct Progress {
  std::uint64_t finished = 0;
  std::uint64_t retried = 0;  // attempts that failed for no fault of the agent's, and count again
  std::uint64_t refused = 0;  // results of trials that somebody else has by now
  std::size_t running = 0;
};

class Runner {
 public:
  struct UnderWay {
    std::string case_id;
    std::chrono::steady_clock::time_point since;
  };

  // What a trial needs beside the engine. `subject` and `agent` outlive the runner.
  struct TrialParts {
    const corpus::Case& subject;
    const agents::Agent& agent;
    Prompting prompting;
    std::unique_ptr<models::Model> model;
  };
  using Finished = std::function<void(const record::Record&, const Progress&)>;

  struct Dependencies {
    queue::Queue& queue;
    store::Store& store;
    sandbox::Engine& engine;
    // Throws Failure for a trial that cannot be run here.
    std::function<TrialParts(const record::Trial&)> work_for;
    const analysis::Rulebook* rulebook = nullptr;  // to judge generated code by
    Finished finished = [](const record::Record&, const Progress&) {};
    Finished retried = [](const record::Record&, const Progress&) {};
    std::function<void(const record::Usage&)> spent = [](const record::Usage&) {};
    // Told when the provider fails every trial, and when it is back.
    std::function<void(bool away)> outage = [](bool) {};
    // How many sandboxes may be open now, given how many are; asked every second.
    std::function<std::size_t(std::size_t open)> room = {};
    ObserverSource observe = evidence::Observers::open;
  };

  Runner(asio::any_io_executor executor, RunnerOptions options, Dependencies dependencies);

  // Works until the queue's run is over or stopped, or this runner is. Throws what the queue and
  // the store throw, or operation_aborted when it is itself cancelled, in every case after the
  // running trials were cancelled, cleaned up and given back.
  Task<> run();

  // Takes nothing new; run() returns when what runs has ended, after the grace at the latest.
  void drain();
  // Takes nothing new and cancels what runs.
  void stop();
  void set_concurrency(std::size_t trials);

  std::size_t concurrency() const { return options_.concurrency; }
  std::size_t sandboxes() const { return sandboxes_; }
  const Progress& progress() const { return progress_; }
  // In the order they began.
  const std::list<UnderWay>& under_way() const { return under_way_; }

 private:
  Task<bool> lead();
  Task<bool> take_some(Semaphore::Permit first);
  bool in_outage() const { return failed_in_a_row_ >= 2 * options_.concurrency + 8; }
  Task<> sit_out_outage();
  Task<> one(queue::Lease lease, Semaphore::Permit permit);
  Task<> attempt(const queue::Lease& lease);
  Task<> settle(const queue::Lease& lease, record::Record record);
  void note_provider(const record::Record& record);
  Task<> keep_leases();
  Task<> keep_to_room();
  Task<> end_grace();
  // Inside a catch block: the runner cannot go on.
  void fail();

  RunnerOptions options_;
  Dependencies dependencies_;
  asio::any_io_executor executor_;
  Semaphore slots_;
  Semaphore places_;
  std::size_t sandboxes_;
  Scope scope_;  // the trials
  Progress progress_;
  std::list<UnderWay> under_way_;
  // A provider that fails everybody is away: trials are not spent on it.
  std::size_t failed_in_a_row_ = 0;
  std::chrono::steady_clock::time_point last_failed_ = {};
  bool stopping_ = false;
  Deadline grace_;
  Event news_;  // a trial has ended, or this runner has been told something
  std::exception_ptr fatal_;
};

}  // namespace redcode::trial
