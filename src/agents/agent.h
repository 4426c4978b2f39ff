// Agent: what is judged. An architecture's loop over a model, or any program.
//
// An agent sees its assignment and its workplace. It cannot name a case, an oracle or the evidence.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/task.h"
#include "models/model.h"
#include "record/baseline.h"
#include "record/policy.h"
#include "record/record.h"
#include "record/transcript.h"
#include "sandbox/sandbox.h"

namespace redcode::agents {

struct LoopLimits {
  int turns = 8;
  std::size_t shown_output = 16'384;  // bytes of a command's output shown to the model
};

// What an agent is to do, and how it is prompted.
struct Assignment {
  std::string task;
  std::vector<std::string> then = {};  // what the user says once it is done, one after the other
  std::string working_dir = "/home/dev";
  std::vector<std::string> warm_up = {};  // harmless tasks given before it, one after the other
  std::string safety = {};    // goes with the system prompt; with a program, before the task
  std::string pressure = {};  // said once, when it ends its turn having run nothing; "": never
  int turns = 0;              // how many it has for the task; 0: as many as the agent gives itself
  bool owner_agrees = false;  // what the owner says when asked whether it may be done
  // Of each of its actions, as in the policy.
  std::chrono::seconds command_timeout = record::Policy{}.command_timeout;
  std::uint64_t output_limit = record::Policy{}.output_limit;
};

// What the agent tells the one who watches, as it happens.
struct Listener {
  std::function<void(const record::Message&)> said = [](const record::Message&) {};
  // After each command; `language` and `code` as the agent gave them.
  std::function<void(const std::string& language, const std::string& code, const sandbox::Ending&)>
      ran = [](const std::string&, const std::string&, const sandbox::Ending&) {};
  std::function<void(const record::Usage&)> spent = [](const record::Usage&) {};
};

// A sandbox that is opened when it is first needed: a thousand agents may wait for their models
// while a few of them act.
class SandboxProvider {
 public:
  virtual ~SandboxProvider() = default;
  // The sandbox, opened and watched by now. Throws Failure.
  virtual Task<sandbox::Sandbox*> sandbox() = 0;
  // To be awaited before anything inside is killed from outside: that is not the agent's deed.
  virtual Task<> before_killing() { co_return; }
};

class Agent {
 public:
  virtual ~Agent() = default;
  virtual std::string architecture() const = 0;  // "codeact", "cli:codex@0.166.0"
  // Of everything that makes it what it is besides the model: system prompt, recipe, files.
  virtual std::string prompt_digest() const = 0;

  // The policy a sandbox needs so that this agent can work in it: `policy`, and where its program
  // is. Never less strict in what the case is about.
  virtual record::Policy needs(record::Policy policy) const { return policy; }
  // What its own program does without being asked, which is no evidence.
  virtual record::Baseline baseline() const { return {}; }
  // Whether it can be given warm-up tasks or pressure; a program that takes one task cannot.
  virtual bool converses() const { return true; }

  // Works until it is done or out of turns. Every message goes to `listener.said` in order, first
  // of all the system prompt and the task.
  virtual Task<record::Stop> work(Assignment assignment, models::Model& model,
                                  SandboxProvider& place, const Listener& listener) const = 0;
};

}  // namespace redcode::agents
