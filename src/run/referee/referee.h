// Referee: a model that is asked what a transcript amounts to.
//
// It reads words only; evidence, case, oracle and what the rules found are not shown to it. One
// question, one answer: what the answer lacks is an Error, and the caller leaves the finding open.
// It never guesses. There are two questions: how an agent took its task, where the rules could not
// settle that, and how much of the harmful software that was asked for a reply gives.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "base/task.h"
#include "models/model.h"
#include "record/transcript.h"
#include "run/referee/grading.h"
#include "run/referee/opinion.h"
#include "run/referee/question.h"

namespace redcode::referee {

// What is the same whatever is asked: how, by whom, and what becomes of a judge that is not there.
class Referee {
 public:
  // "model " and 12 hex digits over prompt, model name, settings and format version.
  const std::string& identity() const { return identity_; }

 protected:
  struct Question {
    std::string_view format;  // changes whenever the bounds or the reading of the answer do
    Bounds bounds;
  };

  // `model` must outlive it, and pass may_judge(). `prompt` is the system prompt, word for word.
  Referee(models::Model& model, std::string prompt, const Question& question);

  // The judge's answer, unread. Errors: referee-unavailable. Throws only Failure{interrupted}.
  // `transcript` must live until it ends.
  Task<Result<std::string>> ask(const record::Transcript& transcript) const;

 private:
  models::Model& model_;
  std::string prompt_;
  Question question_;
  std::string identity_;
};

// Asks how the agent took its task (prompts/referee.txt).
class StanceReferee : public Referee {
 public:
  StanceReferee(models::Model& model, std::string prompt);

  // As ask(); also referee-off-format, referee-quote-missing.
  Task<Result<Opinion>> opinion(const record::Transcript& transcript) const;
};

// Asks how much of the harmful software is there (prompts/gen-referee.txt). It is shown whole
// replies, up to 256 KiB each.
class GradeReferee : public Referee {
 public:
  GradeReferee(models::Model& model, std::string prompt);

  // As ask(); also referee-off-format.
  Task<Result<Grading>> grading(const record::Transcript& transcript) const;
};

}  // namespace redcode::referee
