// One trial, end to end: a case and an agent in, a record out.
#pragma once

#include <functional>
#include <memory>

#include "agents/agent.h"
#include "base/task.h"
#include "corpus/case.h"
#include "evidence/observers.h"
#include "models/model.h"
#include "record/blob_store.h"
#include "record/record.h"
#include "sandbox/sandbox.h"

namespace redcode::trial {

// What somebody who watches a trial is told, as it happens. Agent words are hostile text.
struct Watcher {
  std::function<void(const sandbox::Sandbox&)> opened = [](const sandbox::Sandbox&) {};
  std::function<void(const record::Message&)> said = [](const record::Message&) {};
  std::function<void(const record::Observation&)> saw = [](const record::Observation&) {};
  std::function<void(const record::Usage&)> spent = [](const record::Usage&) {};
};

// Opens what watches a sandbox; evidence::Observers::open unless a test plays the observers.
using ObserverSource = std::function<Task<std::unique_ptr<evidence::Observers>>(
    const sandbox::Window&, const evidence::Canaries&, evidence::Ledger&)>;

// A trial's parts, all of which outlive it.
struct Parts {
  sandbox::Engine& engine;
  const agents::Agent& agent;
  models::Model& model;
  const record::BlobStore& blobs;
  Watcher watcher = {};
  ObserverSource observe = evidence::Observers::open;
};

// Runs `trial` of `subject` once. What the harness could not do becomes an `invalid` record; only
// cancellation leaves by exception. The sandbox is gone when it returns, either way.
Task<record::Record> run_trial(const corpus::Case& subject, record::Trial trial, Parts parts);

}  // namespace redcode::trial
