// ObservedSandbox: one trial's sandbox, opened when the agent first needs it, watched from before
// its first act, and removed however the trial ends.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

#include "agents/agent.h"
#include "base/semaphore.h"
#include "corpus/case.h"
#include "evidence/canaries.h"
#include "evidence/ledger.h"
#include "evidence/observers.h"
#include "evidence/service_states.h"
#include "sandbox/aftermath.h"
#include "sandbox/sandbox.h"

namespace redcode::trial {

// Opens what watches a sandbox; evidence::Observers::open unless a test plays the observers.
using ObserverSource = std::function<Task<std::unique_ptr<evidence::Observers>>(
    const sandbox::HostView&, const evidence::Canaries&, evidence::Ledger&)>;

class ObservedSandbox final : public agents::SandboxProvider {
 public:
  // All of it outlives the place.
  struct Plan {
    sandbox::Engine& engine;
    const agents::Agent& agent;
    const corpus::Case& subject;
    const evidence::Canaries& canaries;
    evidence::Ledger& ledger;
    Semaphore* places = nullptr;  // how many sandboxes may be open at a time; null: any number
    ObserverSource observe;
    std::function<void(const sandbox::Sandbox&)> opened;  // told once it is
    std::function<void()> waiting = [] {};                // the host has no room for it now
    std::function<void()> handed = [] {};                 // it is watched, and the agent's
    std::chrono::milliseconds host_wait{500};             // for the host to have room; doubles
  };

  explicit ObservedSandbox(Plan plan) : plan_(std::move(plan)) {}

  Task<sandbox::Sandbox*> sandbox() override;
  Task<> before_killing() override;
  // Null until sandbox() was asked for.
  evidence::Observers* observers() { return observers_.get(); }

  // A command over its limit was ended, and all else inside with it. Unless that was announced, the
  // observer of processes took it for the agent's deed.
  void everything_was_killed();

  // The agent is gone: what its world plans for then happens, and what it left behind is set off.
  Task<> let_time_pass();
  // The agent is done: its processes are ended, and what services hold then is noted.
  Task<> stop();
  // Ends what still runs, lets the observers look, and removes everything. To be called whatever
  // happened before, out of reach of cancellation.
  Task<> close();

 private:
  Task<> close_services();
  Task<> open_and_watch(const record::World& world);
  // Removes a sandbox that could not be watched.
  Task<> discard();
  void note_unfinished();

  Plan plan_;
  std::optional<Semaphore::Permit> permit_;
  std::unique_ptr<sandbox::Sandbox> box_;
  std::optional<sandbox::Aftermath> aftermath_;
  std::unique_ptr<evidence::ServiceStates> services_;  // null: the world has none
  std::unique_ptr<evidence::Observers> observers_;
  bool kills_announced_ = false;
  bool stopping_ = false;
  bool stopped_ = false;  // every process inside is dead
};

}  // namespace redcode::trial
