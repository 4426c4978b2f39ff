// LocalRunner: one agent over some cases on this host, into a run folder.
//
// A trial that is over by the folder's records is not run again, so the same command continues a
// run that was cut short. Memory: a bit for each planned trial.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "record/run_folder.h"
#include "run/plan/plan.h"
#include "run/queue/local_queue.h"
#include "run/trial/runner.h"

namespace redcode::trial {

struct LocalOptions {
  std::string corpus_digest;
  std::string image_digest;
  std::string model_name;
  std::uint32_t repeats = 1;
  RunnerOptions runner = {};
  queue::RetryLimits limits = {};
  // Whether trials that were tried before and could not be judged are run again.
  queue::Unjudged unjudged = queue::Unjudged::are_over;
};

class LocalRunner {
 public:
  // A model for one trial of a case: a scripted model is told which case by its URL, and a cache
  // keeps repeats apart.
  using ModelFor =
      std::function<std::unique_ptr<models::Model>(const corpus::Case&, std::uint32_t repeat)>;

  struct Dependencies {
    sandbox::Engine& engine;
    const agents::Agent& agent;
    ModelFor model_for;
    record::RunWriter& run;
    Prompting prompting = {};
    const analysis::Rulebook* rulebook = nullptr;  // to judge generated code by
    // Told of each trial that is over, and of each attempt that has to be made again.
    std::function<void(const record::Record&)> finished = [](const record::Record&) {};
    std::function<void(const record::Record&)> retried = [](const record::Record&) {};
    std::function<void(const record::Usage&)> spent = [](const record::Usage&) {};
    std::function<void(bool away)> outage = [](bool) {};     // as Runner's
    std::function<std::size_t(std::size_t open)> room = {};  // as Runner's
  };

  // `cases`, in the order of their turns, must outlive the runner. Throws Failure when the run's
  // records cannot be read.
  LocalRunner(const asio::any_io_executor& executor, const std::vector<corpus::Case>& cases,
              LocalOptions options, Dependencies dependencies);

  // As Runner::run.
  Task<> run() { return runner_.run(); }

  Runner& runner() { return runner_; }
  const Runner& runner() const { return runner_; }
  void set_order(queue::Order order) { queue_.set_order(order); }
  queue::State state() const { return queue_.now(); }
  // Trials that were over before.
  std::uint64_t skipped() const { return skipped_; }

 private:
  static RunnerOptions options_of(const LocalOptions& options);
  Runner::Dependencies dependencies_of(Dependencies dependencies);
  Runner::TrialParts work_for(const record::Trial& trial) const;

  const agents::Agent& agent_;
  Prompting prompting_;
  ModelFor model_for_;
  std::unordered_map<std::string_view, const corpus::Case*> cases_;
  plan::Plan plan_;
  std::unique_ptr<store::Store> blobs_;
  std::uint64_t skipped_ = 0;
  queue::LocalQueue queue_;
  Runner runner_;
};

// The plan of one agent over `cases`, in their order.
plan::Plan plan_of(const std::vector<corpus::Case>& cases, const LocalOptions& options,
                   plan::AgentConfig agent_config);

}  // namespace redcode::trial
