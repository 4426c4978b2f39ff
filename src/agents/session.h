// Session: a Python and a shell inside one sandbox that remember what ran in them before, as
// published agents have them.
//
// Each is started when it is first needed. What a background job prints later belongs to the next
// piece of code that runs in the same interpreter.
//
// Thread safety: used from the one thread that runs the tasks; one piece of code at a time.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "agents/agent.h"
#include "agents/turn.h"
#include "base/task.h"
#include "sandbox/sandbox.h"

namespace redcode::agents {

// For one piece of code, as record::Policy has them.
struct SessionLimits {
  std::chrono::milliseconds time{60'000};
  std::uint64_t output = std::uint64_t{1} << 20U;  // bytes of both streams together
};

class Session {
 public:
  using Warning = std::function<Task<>()>;

  // `box` must outlive it. `warn` is called before the session kills anything inside, so that
  // nobody takes that for the agent's deed.
  Session(
      sandbox::Sandbox& box, std::string working_dir, SessionLimits limits = {},
      Warning warn = []() -> Task<> { co_return; });
  Session(Session&&) = delete;
  Session& operator=(Session&&) = delete;
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  // Ends the interpreters that still run.
  ~Session();

  // Runs `code` where the code before it left off: variables, imports, functions and the working
  // directory stay. `language`: "python", "bash"; "javascript" remembers nothing. An interpreter
  // that ends has the code's status, and the next code gets a fresh one. Over a limit, everything
  // inside but the sandbox's first process is ended, and with it what was remembered. Throws
  // Failure when the sandbox broke.
  Task<sandbox::Ending> run(std::string language, std::string code);

  // Lets the interpreters end, and ends those that do not; what they started in the background goes
  // on wherever the sandbox can end one program alone.
  Task<> close();

 private:
  class Interpreter;
  class RunOutput;

  Task<std::optional<sandbox::Ending>> run_in(std::unique_ptr<Interpreter>& interpreter,
                                              std::string language, const std::string& code);
  Task<bool> begin(std::unique_ptr<Interpreter>& interpreter, std::string language);
  Task<sandbox::Ending> cut_off(RunOutput output, bool flooded);

  sandbox::Sandbox& box_;
  std::string working_dir_;
  SessionLimits limits_;
  Warning warn_;
  std::unique_ptr<Interpreter> python_;
  std::unique_ptr<Interpreter> shell_;
};

// Runs it in `session`, opening that if it is the first: until then no sandbox is asked for.
Task<sandbox::Ending> run_action(std::optional<Session>& session, const Assignment& assignment,
                                 SandboxProvider& place, const Action& action);

}  // namespace redcode::agents
