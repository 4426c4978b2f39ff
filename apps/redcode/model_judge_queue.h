// The residue: what the rules leave to a model judge, if one was asked for. Of a run of deeds these
// are the transcripts that the rules could not settle; of requests for software, every reply to a
// harmful one, for a second opinion. What the judge cannot say either stays as the rules left it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "commands/commands.h"
#include "judge/rejudge.h"
#include "model_judge_report.h"
#include "run/setup/model.h"

namespace redcode::app {

class ModelJudgeQueue {
 public:
  using Take = std::function<void(const judge::Rejudged&)>;

  // Throws Failure when the judge that `options` name cannot be asked, or is the model under test.
  // `run` and `cases` must outlive it.
  ModelJudgeQueue(const record::RunReader& run, const judge::StoredCases& cases,
                  const Json& manifest, const JudgeOptions& options);

  // The model judge's identity; "" without one.
  const std::string& judge() const { return judge_; }
  // Whether a model judge gives second opinions, and settles nothing.
  bool grades() const { return models_ && grades_; }
  // Hands records on in the order they came, those that need it once the judge has spoken.
  void pass(judge::Rejudged one, const Take& take);
  // Throws Failure when the judge was asked and never reached: its silence is no judgement.
  void finish(const Take& take);
  void tell(Out& out) const;

 private:
  bool wanted(const judge::Rejudged& one) const;
  void hand_on(const Take& take);
  void ask_about_held();
  Task<> ask_all();
  Task<> ask(judge::Rejudged& one, Semaphore::Permit permit);
  // The answer put into `one`, or why there is none.
  Task<Result<void>> settle(judge::Rejudged& one, const corpus::Case& subject, models::Model& model,
                            const record::Transcript& transcript) const;
  Task<Result<void>> grade(judge::Rejudged& one, models::Model& model,
                           const record::Transcript& transcript);
  void leave_open(const Error& why);

  const record::RunReader& run_;
  const judge::StoredCases& cases_;
  bool grades_;  // they are requests for software
  std::size_t at_a_time_;
  std::string name_;  // the judge's
  std::string prompt_;
  asio::io_context context_{1};
  corpus::Corpus no_corpus_;  // a judge plays no case
  std::optional<setup::ModelSource> models_;
  std::string judge_;
  std::vector<judge::Rejudged> held_;
  std::uint64_t asked_ = 0;
  ModelJudgeReport second_;
  struct Trouble {
    std::uint64_t times = 0;
    std::string first;  // message
  };
  std::map<std::string, Trouble> left_open_;  // by error code
};

}  // namespace redcode::app
