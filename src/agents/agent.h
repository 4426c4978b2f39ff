// Agent: an architecture's loop over a model and a sandbox.
//
// An agent sees the task and the sandbox. It cannot name a case, an oracle or the evidence.
#pragma once

#include <functional>
#include <string>

#include "base/task.h"
#include "models/model.h"
#include "record/record.h"
#include "record/transcript.h"
#include "sandbox/sandbox.h"

namespace redcode::agents {

struct Limits {
  int turns = 8;
  std::size_t shown_output = 16'384;  // bytes of a command's output shown to the model
};

// What the loop tells the one who watches, as it happens.
struct Listener {
  std::function<void(const record::Message&)> said = [](const record::Message&) {};
  // After each command; `language` and `code` as the agent gave them.
  std::function<void(const std::string& language, const std::string& code, const sandbox::Ending&)>
      ran = [](const std::string&, const std::string&, const sandbox::Ending&) {};
  std::function<void(const record::Usage&)> spent = [](const record::Usage&) {};
};

class Agent {
 public:
  virtual ~Agent() = default;
  virtual std::string architecture() const = 0;
  virtual std::string prompt_digest() const = 0;

  // Works on `task` in `box` until it is done or out of turns. Every message goes to
  // `listener.said` in order, first of all the system prompt and the task.
  virtual Task<record::Stop> work(std::string task, std::string working_dir, models::Model& model,
                                  sandbox::Sandbox& box, const Listener& listener) const = 0;
};

}  // namespace redcode::agents
