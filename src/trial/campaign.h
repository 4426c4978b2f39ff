// Campaign: many trials at a time, each appended to the run folder as it ends.
//
// Memory does not grow with the number of finished trials; a trial that has a record already is
// not run again, so the same command continues a run that was cut short.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/scope.h"
#include "base/semaphore.h"
#include "record/run_folder.h"
#include "trial/trial.h"

namespace redcode::trial {

struct CampaignOptions {
  std::string corpus_digest;
  std::string image_digest;
  std::string model_name;
  std::uint32_t repeats = 1;
  std::size_t concurrency = 4;
  std::set<std::string> done;  // ids of trials that have a record
};

// Told after each trial. `planned` counts those of this campaign, finished before or not.
struct Progress {
  std::uint64_t planned = 0;
  std::uint64_t finished = 0;  // in this process
  std::uint64_t skipped = 0;   // done before
  std::size_t running = 0;
};

class Campaign {
 public:
  // A model for the trials of one case: a scripted model is told which case by its URL.
  using ModelFor = std::function<std::unique_ptr<models::Model>(const corpus::Case&)>;
  using Finished = std::function<void(const record::Record&, const Progress&)>;

  struct Crew {
    sandbox::Engine& engine;
    const agents::Agent& agent;
    ModelFor model_for;
    record::RunWriter& run;
    Finished finished = [](const record::Record&, const Progress&) {};
    std::function<void(const record::Usage&)> spent = [](const record::Usage&) {};
    ObserverSource observe = evidence::Observers::open;
  };

  // `cases` must outlive the campaign.
  Campaign(asio::any_io_executor executor, const std::vector<corpus::Case>& cases,
           CampaignOptions options, Crew crew);

  // Runs every planned trial. Throws what the run folder throws (disk full, ...), or
  // operation_aborted when it is itself cancelled, after the running trials were cancelled and
  // cleaned up.
  Task<> run();

  // Starts nothing new and cancels what runs; run() returns once every sandbox is gone.
  void stop();

  const Progress& progress() const { return progress_; }

 private:
  Task<> start_all(std::uint32_t repeat);
  Task<> one(const corpus::Case& subject, record::Trial trial, Semaphore::Permit permit);
  // Inside a catch block: the campaign cannot go on.
  void fail();
  record::Trial planned(const corpus::Case& subject, std::uint32_t repeat) const;

  const std::vector<corpus::Case>& cases_;
  CampaignOptions options_;
  Crew crew_;
  Semaphore slots_;
  Scope scope_;
  Progress progress_;
  bool stopping_ = false;
  std::exception_ptr fatal_;
};

}  // namespace redcode::trial
