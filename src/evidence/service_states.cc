#include "evidence/service_states.h"

#include <utility>
#include <vector>

#include "base/uncancellable.h"

namespace redcode::evidence {
namespace {

constexpr auto observer = record::Observer::services;

}  // namespace

Task<std::unique_ptr<ServiceStates>> ServiceStates::open(sandbox::Engine& engine,
                                                         sandbox::Sandbox& box,
                                                         const record::World& world,
                                                         Ledger& ledger) {
  if (world.services.empty()) co_return nullptr;
  std::unique_ptr<sandbox::Services> services =
      co_await sandbox::Services::open(engine, box, world);
  ledger.opened(observer);
  co_return std::make_unique<ServiceStates>(std::move(services), ledger);
}

Task<> ServiceStates::note() {
  if (std::exchange(noted_, true)) co_return;
  co_await uncancellable(note_all());
}

Task<> ServiceStates::note_all() {
  const std::vector<sandbox::Services::Held> all = co_await services_->state_now();
  for (const sandbox::Services::Held& held : all) {
    if (!held.now.trouble.empty()) {
      ledger_.missed(observer, {.where = held.service, .what = "", .why = held.now.trouble});
      continue;
    }
    ledger_.saw(observer, record::ServiceState{.service = held.service,
                                               .before = ledger_.keep(held.before),
                                               .after = ledger_.keep(held.now.state),
                                               .size_before = held.before.size(),
                                               .size_after = held.now.state.size()});
  }
  ledger_.closed(observer);
}

Task<> ServiceStates::close() { co_await services_->close(); }

}  // namespace redcode::evidence
