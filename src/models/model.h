// Model: something that answers a conversation.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/failure.h"
#include "base/json.h"
#include "base/task.h"
#include "models/wire/wire.h"
#include "record/transcript.h"

namespace redcode::models {

using wire::Reply;

// The provider says that a call is bad in itself: malformed, or too long.
class BadCall : public Failure {
 public:
  explicit BadCall(const std::string& what) : Failure(Kind::unavailable, what) {}
};

class Model {
 public:
  virtual ~Model() = default;

  virtual std::string name() const = 0;

  // What goes with every question and may change its answer, as in {"temperature": 0}.
  virtual Json settings() const { return Json::object(); }

  // The model's next message; it may use `tools`. Throws Failure{unavailable} when it cannot be
  // reached within its deadline, Failure{corrupt} when its answer is off format, and
  // Failure{exhausted} when the budget is spent: none is ever a refusal.
  virtual Task<Reply> reply(const record::Transcript& transcript,
                            const std::vector<wire::Tool>& tools) = 0;

  // A call a program made in the provider's own format, passed on as it is but for the model's
  // name, the key and how long an answer may be. The body of the answer goes to `sink` as it comes,
  // and is read along the way.
  struct Call {
    wire::Format format = wire::Format::chat;
    std::string target;  // as the program wrote it
    Json body;           // an object, as wire::fit_to_pass() gives it
    std::vector<std::pair<std::string, std::string>> headers = {};  // worth passing on
  };
  using Sink = std::function<Task<>(std::string_view)>;
  // Whether calls in `format` can be passed on; others are answered through reply().
  virtual bool passes(wire::Format /*format*/) const { return false; }
  // The whole reply, as it was read. Throws as reply() does; nothing went to `sink` unless the
  // Failure came in the middle of an answer. Throws BadCall too.
  virtual Task<Reply> pass(Call call, Sink sink);
};

}  // namespace redcode::models
