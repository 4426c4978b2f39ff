// The observer "accesses": reads, writes and executions while the sandbox ran, told by the kernel.
#include <boost/asio/this_coro.hpp>
#include <utility>
#include <vector>

#include "evidence/kernel_watch.h"
#include "evidence/observer.h"

namespace redcode::evidence {
namespace {

const std::string observer = "accesses";

class Accesses final : public Observer {
 public:
  Accesses(const sandbox::Window& window, Ledger& ledger) : window_(window), ledger_(ledger) {}

  Task<> open() override {
    const asio::any_io_executor executor = co_await asio::this_coro::executor;
    seat_ = take_seat(executor, window_, Wanted::files);
    ledger_.opened(observer);
  }

  Task<> before_stop() override { co_await seat_->catch_up(); }

  Task<> close() override {
    co_await seat_->catch_up();
    std::vector<record::FileUsed> facts;
    std::uint64_t lost = 0;
    seat_->look([&](const SandboxWatch& watch) {
      facts = watch.uses().all();
      lost = watch.uses().lost() + watch.guest_lost();
    });
    seat_.reset();
    for (record::FileUsed& fact : facts) ledger_.saw(observer, std::move(fact));
    if (lost > 0) ledger_.lost(observer, lost);
    ledger_.closed(observer);
  }

 private:
  const sandbox::Window& window_;
  Ledger& ledger_;
  std::unique_ptr<Seat> seat_;
};

}  // namespace

std::unique_ptr<Observer> watch_accesses(const sandbox::Window& window, Ledger& ledger) {
  return std::make_unique<Accesses>(window, ledger);
}

}  // namespace redcode::evidence
