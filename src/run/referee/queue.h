// Queue: records that were judged again, on their way past a model judge. It is asked about what
// the rules leave to it: of a run of deeds, the transcripts that they could not settle; of requests
// for software, every reply to a harmful one, for a second opinion. What the judge cannot say
// either stays as the rules left it.
#pragma once

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/semaphore.h"
#include "base/task.h"
#include "judge/rejudge.h"
#include "models/model.h"
#include "run/referee/grading.h"

namespace redcode::referee {

class Queue {
 public:
  using Take = std::function<void(const judge::Rejudged&)>;
  struct Judge {
    std::string name;    // the model's, for may_judge()
    std::string prompt;  // word for word
    std::function<std::unique_ptr<models::Model>(const corpus::Case&)> model_for;
    std::size_t at_a_time = 1;  // questions
    std::function<void(const judge::Rejudged&, const Grading&)> graded = [](const judge::Rejudged&,
                                                                            const Grading&) {};
  };
  // What the judge could not say, by error code.
  struct Trouble {
    std::uint64_t times = 0;
    std::string first;  // message
  };

  // `context` is the one that the judge's models live on, and runs only in here. All but `judge`
  // must outlive it.
  Queue(asio::io_context& context, const record::RunReader& run, const judge::StoredCases& cases,
        Judge judge);

  const std::string& identity() const { return identity_; }  // the judge's
  std::uint64_t asked() const { return asked_; }
  const std::map<std::string, Trouble>& left_open() const { return left_open_; }
  // Hands records on in the order they came, those that need it once the judge has spoken.
  void pass(judge::Rejudged one, const Take& take);
  // Throws Failure when the judge was asked and never reached: its silence is no judgement.
  void finish(const Take& take);

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
                           const record::Transcript& transcript) const;
  void leave_open(const Error& why);

  asio::io_context& context_;
  const record::RunReader& run_;
  const judge::StoredCases& cases_;
  Judge judge_;
  bool grades_;  // they are requests for software
  std::string identity_;
  std::vector<judge::Rejudged> held_;
  std::uint64_t asked_ = 0;
  std::map<std::string, Trouble> left_open_;
};

}  // namespace redcode::referee
