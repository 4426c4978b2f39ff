// AcpTalk: the client's side of the Agent Client Protocol with one program inside a sandbox.
//
// What the program reports of its work is counted and not believed: the transcript is read off its
// model calls. What counts here is that it asks leave before it acts, and what it is told.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agents/json_rpc.h"
#include "agents/permission.h"
#include "base/failure.h"
#include "base/task.h"
#include "sandbox/process.h"

namespace redcode::agents {

// The program was there and ended while it was being spoken to.
class ProgramEnded : public Failure {
 public:
  explicit ProgramEnded(const std::string& what) : Failure(Kind::unavailable, what) {}
};

class AcpTalk {
 public:
  // Told of each question for leave and whether it was given.
  using Asked = std::function<void(const std::string& what, bool allowed)>;

  // All of it outlives the talk.
  AcpTalk(sandbox::Process& process, const PermissionPolicy& policy, bool owner_agrees, Asked asked)
      : process_(process), policy_(policy), owner_agrees_(owner_agrees), asked_(std::move(asked)) {}

  // The first steps: who are you, and a session in `working_dir`.
  Task<> open(std::string working_dir);
  // One task; returns when the program says it is done with it. What kept it from it, if anything.
  Task<std::string> prompt(std::string text);

  // Questions for leave and reports of tools it used, so far.
  std::size_t deeds() const { return deeds_; }

 private:
  // The answer to a call, with everything dealt with that comes before it. Throws Failure when the
  // program ends, or floods us, before it answers.
  Task<RpcMessage> call(std::string method, Json params);
  // The next message of those that came; nothing if all are dealt with.
  std::optional<RpcMessage> next();
  // Takes in what the program says next; false if it has ended.
  Task<bool> hear();
  Task<> take(const RpcMessage& message);
  Task<> answer(std::string line);

  sandbox::Process& process_;
  const PermissionPolicy& policy_;
  bool owner_agrees_;
  Asked asked_;
  std::vector<std::string> waiting_;  // lines not yet dealt with, last first
  LineSplitter lines_{std::size_t{4} << 20U};
  std::string last_errors_;
  std::string session_;
  std::int64_t calls_ = 0;
  std::size_t deeds_ = 0;
  std::size_t bytes_ = 0;
  std::size_t strays_ = 0;  // lines that are no messages
};

}  // namespace redcode::agents
