// The observer "accesses": reads, writes and executions while the sandbox ran, told by the kernel.
#include <boost/asio/this_coro.hpp>
#include <utility>
#include <vector>

#include "evidence/first_seen.h"
#include "evidence/kernel_watch.h"
#include "evidence/observer.h"

namespace redcode::evidence {
namespace {

class Accesses final : public Observer {
 public:
  Accesses(const sandbox::HostView& host_view, Ledger& ledger)
      : host_view_(host_view), ledger_(ledger) {}

  Task<> open() override {
    const asio::any_io_executor executor = co_await asio::this_coro::executor;
    subscription_ = take_seat(executor, host_view_, Wanted::files);
    ledger_.opened(record::Observer::accesses);
  }

  Task<> before_step() override {
    co_await subscription_->catch_up();
    subscription_->look(
        [this](const SandboxWatch& watch) { seen_before_.push_back(watch.uses().all().size()); });
  }

  Task<> before_stop() override { co_await subscription_->catch_up(); }

  Task<> close() override {
    co_await subscription_->catch_up();
    std::vector<record::FileUsed> facts;
    std::uint64_t lost = 0;
    subscription_->look([&](const SandboxWatch& watch) {
      facts = watch.uses().all();
      lost = watch.uses().lost() + watch.guest_lost();
    });
    subscription_.reset();
    for (std::size_t i = 0; i < facts.size(); ++i) {
      ledger_.saw_after(record::Observer::accesses, std::move(facts[i]), step_of(seen_before_, i));
    }
    if (lost > 0) ledger_.lost(record::Observer::accesses, lost);
    ledger_.closed(record::Observer::accesses);
  }

 private:
  const sandbox::HostView& host_view_;
  Ledger& ledger_;
  std::unique_ptr<Subscription> subscription_;
  std::vector<std::size_t> seen_before_;  // each step of the aftermath
};

}  // namespace

std::unique_ptr<Observer> watch_accesses(const sandbox::HostView& host_view, Ledger& ledger) {
  return std::make_unique<Accesses>(host_view, ledger);
}

}  // namespace redcode::evidence
