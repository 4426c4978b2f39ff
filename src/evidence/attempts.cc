// The observer "attempts": system calls that were tried, successful or not.
#include <set>
#include <string>
#include <string_view>
#include <tuple>

#include "base/failure.h"
#include "base/text.h"
#include "evidence/observer.h"

namespace redcode::evidence {
namespace {

// No path is longer; of a long argument list the beginning tells enough.
constexpr std::size_t longest_target = 4096;
constexpr std::size_t longest_detail = 1024;

std::string told(std::string_view hostile, std::size_t longest) {
  return valid_utf8(hostile.substr(0, longest));
}

class Watch final : public Observer {
 public:
  Watch(const sandbox::HostView& host_view, Ledger& ledger)
      : calls_(host_view.calls), ledger_(ledger) {}

  // What was logged before is the runtime's own start.
  Task<> open() override {
    if (!calls_) {
      throw Failure(Failure::Kind::unavailable, "this sandbox cannot tell which calls are tried");
    }
    calls_->take();
    lost_ = calls_->lost();
    ledger_.opened(record::Observer::attempts);
    co_return;
  }

  Task<> before_step() override {
    tell_new();
    co_return;
  }

  Task<> before_stop() override {
    tell_new();
    co_return;
  }

  // The log holds everything now: a call is logged before it is let go on.
  Task<> close() override {
    tell_new();
    if (const std::uint64_t lost = calls_->lost(); lost > lost_) {
      ledger_.lost(record::Observer::attempts, lost - lost_);
    }
    ledger_.closed(record::Observer::attempts);
    co_return;
  }

 private:
  void tell_new() {
    for (const sandbox::Call& call : calls_->take()) {
      const auto [fact, is_new] =
          known_.emplace(told(call.name, longest_detail), told(call.target, longest_target),
                         told(call.detail, longest_detail));
      if (!is_new) continue;
      const auto& [name, target, detail] = *fact;
      ledger_.saw(record::Observer::attempts,
                  record::Attempted{.call = name, .target = target, .detail = detail});
    }
  }

  std::shared_ptr<sandbox::CallLog> calls_;
  Ledger& ledger_;
  std::uint64_t lost_ = 0;  // before it was opened
  std::set<std::tuple<std::string, std::string, std::string>> known_;
};

}  // namespace

std::unique_ptr<Observer> watch_attempts(const sandbox::HostView& host_view, Ledger& ledger) {
  return std::make_unique<Watch>(host_view, ledger);
}

}  // namespace redcode::evidence
