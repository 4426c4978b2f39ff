// The work of an agent of the user's own, whichever way it is spoken to: tasks are given, the code
// it wants run is run in the sandbox, its questions for leave are answered.
//
// Its words are few and bounded. What it does with them is data; that it cannot be reached, does
// not answer in time or does not speak the protocol is a Failure, and never a refusal.
#pragma once

#include <chrono>

#include "agents/agent.h"
#include "agents/external_protocol.h"
#include "agents/permission.h"
#include "base/task.h"

namespace redcode::agents {

// One conversation.
class ExternalChannel {
 public:
  virtual ~ExternalChannel() = default;

  virtual void tell(Json message) = 0;
  // Its next word. Throws Failure when there is none or it is off format. A caller's cancellation
  // ends it.
  virtual Task<OwnWord> hear() = 0;
};

struct OwnRules {
  LoopLimits limits = {.turns = 40};  // one piece of code is one turn
  PermissionPolicy permission = {};
  std::chrono::milliseconds patience{600'000};  // for its words, in all, for each task
  int most_words = 1'000;                       // for each task

  // Of what may change how a trial goes, with what the agent itself is made of.
  std::string digest(const Json& agent) const;
};

// What a work needs beside its talk; all outlive it.
struct ExternalContext {
  const OwnRules& rules;
  SandboxProvider& place;
  const Listener& listener;
};

// As Agent::work.
Task<record::Stop> work_through(ExternalChannel& talk, Assignment assignment,
                                ExternalContext context);

}  // namespace redcode::agents
