// Model: something that answers a transcript.
#pragma once

#include <string>

#include "base/json.h"
#include "base/task.h"
#include "record/transcript.h"

namespace redcode::models {

struct Reply {
  std::string text;
  record::Usage usage;
};

class Model {
 public:
  virtual ~Model() = default;

  virtual std::string name() const = 0;

  // What goes with every question and may change its answer, as in {"temperature": 0}.
  virtual Json settings() const { return Json::object(); }

  // The model's next message. Throws Failure{unavailable} when it cannot be reached within its
  // deadline and Failure{corrupt} when its answer is off format: neither is ever a refusal.
  virtual Task<Reply> reply(const record::Transcript& transcript) = 0;
};

}  // namespace redcode::models
