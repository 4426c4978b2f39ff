#include "bench/sandbox_cycle.h"

#include <fmt/format.h>

#include <boost/asio/this_coro.hpp>
#include <exception>
#include <memory>
#include <utility>

#include "base/at_a_time.h"
#include "base/failure.h"
#include "evidence/observers.h"

namespace redcode::app {
namespace {

// A file to touch, so that the difference is not empty.
record::World small_world() {
  record::World world;
  world.files.push_back({.path = "/home/dev/notes.txt", .content = "call {{canary:number}}\n"});
  return world;
}

void require_complete(const record::Evidence& evidence) {
  for (const record::ObserverReport& report : evidence.observers) {
    if (report.opened && report.closed && report.lost == 0) continue;
    throw Failure(Failure::Kind::corrupt,
                  fmt::format("the observer '{}' did not see everything", report.observer));
  }
}

Task<> use(sandbox::Sandbox& box, const evidence::Canaries& canaries, const Cycles& cycles) {
  evidence::Ledger ledger([](std::string_view) { return std::string("0"); });
  const std::unique_ptr<evidence::Observers> observers =
      co_await evidence::Observers::open_some(box.host_view(), canaries, ledger, cycles.observers);
  sandbox::Command command{.argv = {"true"}};
  const sandbox::Ending ending = co_await box.exec(std::move(command));
  const auto* exited = std::get_if<sandbox::Exited>(&ending.how);
  if (exited == nullptr || exited->code != 0) {
    throw Failure(Failure::Kind::corrupt, "`true` failed in a sandbox");
  }
  co_await observers->before_stop();
  co_await box.stop();
  co_await observers->close();
  require_complete(std::move(ledger).seal());
}

Task<> one_cycle(sandbox::Engine& engine, const Cycles& cycles, Semaphore::Permit permit) {
  const Semaphore::Permit held = std::move(permit);
  const record::World world = small_world();
  const evidence::Canaries canaries(world);
  const std::unique_ptr<sandbox::Sandbox> box =
      co_await engine.open(record::Policy{}, canaries.seeded(world));
  std::exception_ptr failure;
  try {
    co_await use(*box, canaries, cycles);
  } catch (...) {
    failure = std::current_exception();
  }
  co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
  co_await box->close();
  if (failure) std::rethrow_exception(failure);
  cycles.finished();
}

}  // namespace

Task<double> run_cycles(sandbox::Engine& engine, Cycles cycles) {
  const Repeats repeats{.count = cycles.count, .at_a_time = cycles.at_a_time};
  co_return co_await seconds_for(repeats, [&engine, &cycles](Semaphore::Permit permit) {
    return one_cycle(engine, cycles, std::move(permit));
  });
}

}  // namespace redcode::app
