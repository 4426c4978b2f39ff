// The model judge that `redcode judge` asks, if its options name one: set up, and what came of it.
#pragma once

#include <boost/asio/io_context.hpp>
#include <optional>
#include <string>

#include "commands/commands.h"
#include "judge/rejudge.h"
#include "referee_report.h"
#include "run/referee/queue.h"
#include "run/setup/model.h"

namespace redcode::app {

class AskedReferee {
 public:
  // Throws Failure when the judge that `options` name cannot be asked, or is the model under test.
  // `run` and `cases` must outlive it.
  AskedReferee(const record::RunReader& run, const judge::StoredCases& cases, const Json& manifest,
               const JudgeOptions& options);

  // "" without one.
  std::string identity() const { return queue_ ? queue_->identity() : ""; }
  // Whether it gives second opinions, and settles nothing.
  bool grades() const { return queue_ && grades_; }
  // As referee::Queue; without a model judge records go straight on.
  void pass(judge::Rejudged one, const referee::Queue::Take& take);
  void finish(const referee::Queue::Take& take);
  void tell(Out& out) const;

 private:
  bool grades_;
  RefereeReport report_;
  asio::io_context context_{1};
  corpus::Corpus no_corpus_;  // a judge plays no case
  std::optional<setup::ModelSource> models_;
  std::optional<referee::Queue> queue_;
};

}  // namespace redcode::app
