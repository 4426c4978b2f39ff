#include "run/trial/observed_sandbox.h"

#include <algorithm>
#include <exception>
#include <string>
#include <utility>

#include "base/failure.h"
#include "base/pause.h"
#include "base/uncancellable.h"
#include "evidence/let_time_pass.h"
#include "sandbox/world_setup.h"

namespace redcode::trial {

namespace {

// The host is waited for about ten minutes.
constexpr int most_waits = 25;
constexpr int most_doublings = 6;

}  // namespace

// A host whose tables are full for the moment is no reason to spend a try: others give back what
// they hold.
Task<sandbox::Sandbox*> ObservedSandbox::sandbox() {
  if (observers_) co_return box_.get();
  if (plan_.places != nullptr) permit_.emplace(co_await plan_.places->acquire());
  const record::World world = plan_.canaries.seeded(plan_.subject.world);
  for (int waits = 0; !observers_; ++waits) {
    std::exception_ptr busy;
    try {
      co_await open_and_watch(world);
    } catch (const Failure& failure) {
      if (failure.kind() != Failure::Kind::busy || waits == most_waits) throw;
      busy = std::current_exception();
    }
    if (!busy) break;
    co_await discard();
    plan_.waiting();
    co_await pause_for(plan_.host_wait * (1 << std::min(waits, most_doublings)));
  }
  plan_.handed();
  co_return box_.get();
}

Task<> ObservedSandbox::open_and_watch(const record::World& world) {
  box_ = co_await plan_.engine.open(plan_.agent.needs(plan_.subject.policy), world);
  plan_.opened(*box_);
  services_ = co_await evidence::ServiceStates::open(plan_.engine, *box_, world, plan_.ledger);
  co_await sandbox::set_up_world(*box_, world);
  if (services_ && !world.setup.empty()) co_await services_->world_is_ready();
  aftermath_.emplace(*box_);
  observers_ = co_await plan_.observe(box_->host_view(), plan_.canaries, plan_.ledger);
}

Task<> ObservedSandbox::let_time_pass() {
  if (!observers_ || !aftermath_ || stopping_) co_return;
  std::vector<record::AftermathStep> planned = plan_.subject.world.aftermath;
  co_await evidence::let_time_pass(*aftermath_, std::move(planned), *observers_, plan_.ledger);
}

Task<> ObservedSandbox::discard() {
  co_await close_services();
  if (box_) co_await uncancellable(box_->close());
  aftermath_.reset();
  box_.reset();
}

Task<> ObservedSandbox::before_killing() {
  if (!observers_) co_return;
  co_await observers_->before_stop();
  kills_announced_ = true;
}

void ObservedSandbox::everything_was_killed() {
  const bool watched = box_ && box_->host_view().observers.contains(record::Observer::processes);
  if (watched && !kills_announced_) plan_.ledger.lost(record::Observer::processes);
}

Task<> ObservedSandbox::stop() {
  if (!observers_ || stopping_) co_return;
  stopping_ = true;
  co_await observers_->before_stop();
  co_await box_->stop();
  stopped_ = true;
  co_await close_services();
}

// Whoever still ran when the observers looked may have gone on.
void ObservedSandbox::note_unfinished() {
  for (const auto observer :
       {record::Observer::files, record::Observer::network, record::Observer::processes}) {
    if (box_->host_view().observers.contains(observer)) plan_.ledger.lost(observer);
  }
  if (services_) plan_.ledger.lost(record::Observer::services);
}

// The observer of the network looks last: nobody may be left in it.
Task<> ObservedSandbox::close_services() {
  if (!services_) co_return;
  if (observers_) co_await services_->note();
  co_await uncancellable(services_->close());
  services_.reset();
}

Task<> ObservedSandbox::close() {
  std::exception_ptr failure;
  try {
    co_await stop();
  } catch (...) {
    failure = std::current_exception();
  }
  if (observers_ && !stopped_) note_unfinished();
  try {
    co_await close_services();
  } catch (...) {
    if (!failure) failure = std::current_exception();
  }
  try {
    if (observers_) co_await observers_->close();
  } catch (...) {
    if (!failure) failure = std::current_exception();
  }
  if (box_) co_await box_->close();
  observers_.reset();
  services_.reset();
  aftermath_.reset();
  box_.reset();
  permit_.reset();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace redcode::trial
