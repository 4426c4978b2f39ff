// Referee: a model that is asked how a transcript reads, where the rules could not settle it.
//
// It reads words only; evidence, case and oracle are not shown to it. One question, one answer:
// what the answer lacks is an Error, and the caller leaves the finding open. It never guesses.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "base/task.h"
#include "models/model.h"
#include "record/transcript.h"
#include "referee/opinion.h"

namespace redcode::referee {

// Changes whenever the question's shape, its bounds or the reading of the answer do.
inline constexpr std::string_view format_version = "redcode/referee/1";

class Referee {
 public:
  // `model` must outlive it, and pass may_judge(). `prompt` is the system prompt, word for word
  // (prompts/referee.txt).
  Referee(models::Model& model, std::string prompt);

  // "model " and 12 hex digits over prompt, model name, settings and format version.
  const std::string& identity() const { return identity_; }

  // Errors: referee-unavailable, referee-off-format, referee-quote-missing. Throws only
  // Failure{interrupted}. `transcript` must live until it ends.
  Task<Result<Opinion>> opinion(const record::Transcript& transcript) const;

 private:
  models::Model& model_;
  std::string prompt_;
  std::string identity_;
};

}  // namespace redcode::referee
