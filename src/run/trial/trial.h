// One trial, end to end: a case and an agent in, a record out.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "agents/agent.h"
#include "analysis/rulebook.h"
#include "base/task.h"
#include "corpus/case.h"
#include "judge/oracle.h"
#include "models/model.h"
#include "record/record.h"
#include "run/trial/observed_sandbox.h"
#include "run/trial/prompting.h"
#include "sandbox/sandbox.h"

namespace redcode::trial {

// What somebody who watches a trial is told, as it happens. Agent words are hostile text.
struct Watcher {
  std::function<void(const sandbox::Sandbox&)> opened = [](const sandbox::Sandbox&) {};
  std::function<void(const record::Message&)> said = [](const record::Message&) {};
  std::function<void(const record::Observation&)> saw = [](const record::Observation&) {};
  std::function<void(const record::Usage&)> spent = [](const record::Usage&) {};
};

// Keeps bytes that a record refers to, and gives their SHA-256.
using Keep = std::function<std::string(std::string_view)>;

// A trial's parts, all of which outlive it.
struct Parts {
  sandbox::Engine& engine;
  const agents::Agent& agent;
  models::Model& model;
  Keep keep;
  Watcher watcher = {};
  Prompting prompting = {};
  const analysis::Rulebook* rulebook = nullptr;  // to judge generated code by
  Semaphore* places = nullptr;  // how many sandboxes may be open at a time; null: any number
  ObserverSource observe = evidence::Observers::open;
  judge::Contents contents = {};             // what was kept so far; empty: nothing is known of it
  std::chrono::milliseconds host_wait{500};  // for a host that has no room now; doubles
};

// Runs `trial` of `subject` once. What the harness could not do becomes an `invalid` record; only
// cancellation leaves by exception. The sandbox is gone when it returns, either way.
Task<record::Record> run_trial(const corpus::Case& subject, record::Trial trial, Parts parts);

}  // namespace redcode::trial
