// The observer "processes": what was started, what was ended, what still lived at the end, and what
// of that was stopped.
#include <signal.h>

#include <algorithm>
#include <boost/asio/this_coro.hpp>
#include <iterator>
#include <map>
#include <utility>
#include <variant>
#include <vector>

#include "base/pause.h"
#include "base/text.h"
#include "evidence/first_seen.h"
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

  // Who was left running before anything else happened was left by the agent.
  Task<> before_step() override {
    co_await settle();
    subscription_->look([this](SandboxWatch& watch) {
      if (seen_before_.empty()) left_ = watch.programs_running();
      seen_before_.push_back({.starts = watch.tree().starts(), .kills = watch.tree().kills()});
    });
    if (seen_before_.size() == 1) left_by_agent_ = left_.size();
  }

  Task<> before_stop() override {
    co_await settle();
    subscription_->look([this](SandboxWatch& watch) {
      stopped_.merge(watch.stopped());
      add_left(watch.programs_left());
      died_ = !watch.has_first_process();
    });
  }

  Task<> close() override {
    co_await subscription_->catch_up();
    std::vector<record::Fact> facts;
    std::uint64_t lost = subscription_->processes_lost();
    std::size_t starts = 0;
    subscription_->look([&](SandboxWatch& watch) {
      facts = watch.tree().facts();
      starts = watch.tree().starts();
      lost += watch.tree().lost() + watch.guest_lost();
    });
    subscription_.reset();
    for (std::size_t i = 0; i < facts.size(); ++i) {
      const std::uint32_t step =
          i < starts ? step_of(starts_before(), i) : step_of(kills_before(), i - starts);
      tell(std::move(facts[i]), step);
    }
    const auto last_step = static_cast<std::uint32_t>(seen_before_.size());
    for (std::size_t i = 0; i < left_.size(); ++i) {
      ledger_.saw_after(record::Observer::processes,
                        record::ProcessLeft{.program = valid_utf8(left_[i])},
                        i < left_by_agent_ ? 0 : last_step);
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
  struct Seen {
    std::size_t starts = 0;
    std::size_t kills = 0;
  };

  Task<> settle() {
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
  }

  // Those that have ended in the meantime were left all the same.
  void add_left(std::vector<std::string> now) {
    for (std::size_t i = 0; i < left_by_agent_; ++i) {
      const auto known = std::ranges::find(now, left_[i]);
      if (known != now.end()) now.erase(known);
    }
    left_.resize(left_by_agent_);
    std::ranges::move(now, std::back_inserter(left_));
  }

  std::vector<std::size_t> starts_before() const { return before(&Seen::starts); }
  std::vector<std::size_t> kills_before() const { return before(&Seen::kills); }
  std::vector<std::size_t> before(std::size_t Seen::* what) const {
    std::vector<std::size_t> counts;
    for (const Seen& seen : seen_before_) counts.push_back(seen.*what);
    return counts;
  }

  // Who ended with the sandbox was ended by nobody in it.
  void tell(record::Fact fact, std::uint32_t step) {
    const auto* killed = std::get_if<record::ProcessKilled>(&fact);
    if (died_ && killed != nullptr && killed->signal == SIGKILL && killed->by.empty()) {
      ledger_.missed(record::Observer::processes, {.where = valid_utf8(killed->program),
                                                   .what = "",
                                                   .why = "it ended when the sandbox did"});
      return;
    }
    ledger_.saw_after(record::Observer::processes, std::move(fact), step);
  }

  const sandbox::HostView& host_view_;
  Ledger& ledger_;
  std::unique_ptr<Subscription> subscription_;
  bool died_ = false;              // the sandbox, before it was stopped
  std::vector<std::string> left_;  // first those that were left before the aftermath
  std::size_t left_by_agent_ = 0;  // how many these are
  std::vector<Seen> seen_before_;  // each step of the aftermath
  std::map<pid_t, record::ProcessStopped> stopped_;
};

}  // namespace

std::unique_ptr<Observer> watch_processes(const sandbox::HostView& host_view, Ledger& ledger) {
  return std::make_unique<Processes>(host_view, ledger);
}

}  // namespace redcode::evidence
