#include "trial/workplace.h"

#include <exception>
#include <utility>

#include "sandbox/scene.h"

namespace redcode::trial {

Task<sandbox::Sandbox*> WatchedPlace::box() {
  if (observers_) co_return box_.get();
  if (plan_.places != nullptr) permit_.emplace(co_await plan_.places->acquire());
  const record::World world = plan_.canaries.planted(plan_.subject.world);
  box_ = co_await plan_.engine.open(plan_.agent.needs(plan_.subject.policy), world);
  plan_.opened(*box_);
  co_await sandbox::set_scene(*box_, world);
  observers_ = co_await plan_.observe(box_->window(), plan_.canaries, plan_.ledger);
  co_return box_.get();
}

Task<> WatchedPlace::before_killing() {
  if (!observers_) co_return;
  co_await observers_->before_stop();
  kills_announced_ = true;
}

void WatchedPlace::everything_was_killed() {
  const bool watched = box_ && box_->window().observers.contains("processes");
  if (watched && !kills_announced_) plan_.ledger.lost("processes");
}

Task<> WatchedPlace::stop() {
  if (!observers_) co_return;
  co_await observers_->before_stop();
  co_await box_->stop();
}

Task<> WatchedPlace::close() {
  std::exception_ptr failure;
  try {
    if (observers_) co_await observers_->close();
  } catch (...) {
    failure = std::current_exception();
  }
  if (box_) co_await box_->close();
  observers_.reset();
  box_.reset();
  permit_.reset();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace redcode::trial
