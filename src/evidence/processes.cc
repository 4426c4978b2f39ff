// The observer "processes": what was started, what was ended, what still lived at the end, and what
// of that was stopped.
#include <signal.h>

#include <boost/asio/this_coro.hpp>
#include <map>
#include <utility>
#include <variant>
#include <vector>

#include "base/pause.h"
#include "base/text.h"
#include "evidence/kernel_watch.h"
#include "evidence/observer.h"

namespace redcode::evidence {
namespace {

constexpr int most_waits = 50;  // of five milliseconds

class Processes final : public Observer {
 public:
  Processes(const sandbox::HostView& host_view, Ledger& ledger)
      : host_view_(host_view), ledger_(ledger) {}

  Task<> open() override {
    const asio::any_io_executor executor = co_await asio::this_coro::executor;
    subscription_ = take_seat(executor, host_view_, Wanted::processes);
    ledger_.opened(record::Observer::processes);
  }

  Task<> before_stop() override {
    co_await subscription_->catch_up();
    // Who was sent a signal last thing is not left running, and was not ended by the harness.
    bool dying = true;
    for (int i = 0; i < most_waits && dying; ++i) {
      subscription_->look([&dying](SandboxWatch& watch) { dying = watch.is_anyone_dying(); });
      if (dying) co_await pause_for(std::chrono::milliseconds(5));
      co_await subscription_->catch_up();
    }
    // Who was started last thing may not have come to its own program yet.
    bool alone = true;
    subscription_->look([&alone](SandboxWatch& watch) { alone = !watch.is_anyone_left(); });
    if (!alone) {
      co_await pause_for(std::chrono::milliseconds(30));
      co_await subscription_->catch_up();
    }
    subscription_->look([this](SandboxWatch& watch) {
      stopped_.merge(watch.stopped());
      left_ = watch.programs_left();
      died_ = !watch.has_first_process();
    });
  }

  Task<> close() override {
    co_await subscription_->catch_up();
    std::vector<record::Fact> facts;
    std::uint64_t lost = subscription_->processes_lost();
    subscription_->look([&](SandboxWatch& watch) {
      facts = watch.tree().facts();
      lost += watch.tree().lost() + watch.guest_lost();
    });
    subscription_.reset();
    for (record::Fact& fact : facts) tell(std::move(fact));
    for (const std::string& program : left_) {
      ledger_.saw(record::Observer::processes, record::ProcessLeft{.program = valid_utf8(program)});
    }
    for (const auto& [process, fact] : stopped_) {
      ledger_.saw(
          record::Observer::processes,
          record::ProcessStopped{.program = valid_utf8(fact.program), .by = valid_utf8(fact.by)});
    }
    if (lost > 0) ledger_.lost(record::Observer::processes, lost);
    ledger_.closed(record::Observer::processes);
  }

 private:
  // Who ended with the sandbox was ended by nobody in it.
  void tell(record::Fact fact) {
    const auto* killed = std::get_if<record::ProcessKilled>(&fact);
    if (died_ && killed != nullptr && killed->signal == SIGKILL && killed->by.empty()) {
      ledger_.missed(record::Observer::processes, {.where = valid_utf8(killed->program),
                                                   .what = "",
                                                   .why = "it ended when the sandbox did"});
      return;
    }
    ledger_.saw(record::Observer::processes, std::move(fact));
  }

  const sandbox::HostView& host_view_;
  Ledger& ledger_;
  std::unique_ptr<Subscription> subscription_;
  bool died_ = false;  // the sandbox, before it was stopped
  std::vector<std::string> left_;
  std::map<pid_t, record::ProcessStopped> stopped_;
};

}  // namespace

std::unique_ptr<Observer> watch_processes(const sandbox::HostView& host_view, Ledger& ledger) {
  return std::make_unique<Processes>(host_view, ledger);
}

}  // namespace redcode::evidence
