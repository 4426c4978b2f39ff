// `redcode fleet …`: the database of a fleet and the runs in it.
#include "commands/fleet.h"

#include "base/failure.h"
#include "base/text.h"
#include "interruptible.h"
#include "run/fleet/address.h"
#include "run/fleet/admin.h"

namespace redcode::app {
namespace {

Task<int> init(FleetOptions options, Out& out) {
  fleet::Admin admin(co_await asio::this_coro::executor, fleet::address_from(options.fleet));
  co_await admin.install();
  out.line("The fleet's tables and functions are in {}.",
           fleet::shown_url(fleet::address_from(options.fleet)));
  co_return 0;
}

Json to_json(const fleet::RunRow& row) {
  return {{"run", row.key},
          {"created_at", row.created_at},
          {"order", name(row.state.order)},
          {"planned", row.state.planned},
          {"queued", row.state.queued},
          {"leased", row.state.leased},
          {"over", row.state.over},
          {"retried", row.state.retried},
          {"workers", row.workers},
          {"uncollected", row.uncollected}};
}

Task<int> list(FleetOptions options, Out& out) {
  fleet::Admin admin(co_await asio::this_coro::executor, fleet::address_from(options.fleet));
  const std::vector<fleet::RunRow> rows = co_await admin.list();
  if (rows.empty() && !options.json) out.line("No runs. `redcode run --fleet` makes one.");
  for (const fleet::RunRow& row : rows) {
    if (options.json) {
      out.line("{}", dump_json(to_json(row)));
      continue;
    }
    out.line(
        "{}  {}  {:5}  {}/{} over, {} running, {} queued, {} tried again, {} to collect, {} "
        "workers",
        row.key, one_line(row.created_at, 30), name(row.state.order), row.state.over,
        row.state.planned, row.state.leased, row.state.queued, row.state.retried, row.uncollected,
        row.workers);
  }
  co_return 0;
}

// A run that is not there is a mistyped key.
Task<> require_run(fleet::Admin& admin, const std::string& key) {
  for (const fleet::RunRow& row : co_await admin.list()) {
    if (row.key == key) co_return;
  }
  throw Failure(Failure::Kind::unavailable,
                fmt::format("no run {}: see `redcode fleet list`", one_line(key, 40)));
}

Task<int> order(FleetOptions options, queue::Order order, Out& out) {
  fleet::Admin admin(co_await asio::this_coro::executor, fleet::address_from(options.fleet));
  co_await require_run(admin, options.run);
  co_await admin.set_order(options.run, order);
  out.line("Run {}: {}.", options.run, name(order));
  co_return 0;
}

Task<int> drop(FleetOptions options, Out& out) {
  fleet::Admin admin(co_await asio::this_coro::executor, fleet::address_from(options.fleet));
  co_await require_run(admin, options.run);
  co_await admin.drop_run(options.run);
  out.line("Run {} is gone from the database; its run folder stays.", options.run);
  co_return 0;
}

}  // namespace

int fleet_init(const FleetOptions& options, Out& out) {
  return run_interruptible(init(options, out), out);
}
int fleet_list(const FleetOptions& options, Out& out) {
  return run_interruptible(list(options, out), out);
}
int fleet_pause(const FleetOptions& options, Out& out) {
  return run_interruptible(order(options, queue::Order::pause, out), out);
}
int fleet_continue(const FleetOptions& options, Out& out) {
  return run_interruptible(order(options, queue::Order::go, out), out);
}
int fleet_stop(const FleetOptions& options, Out& out) {
  return run_interruptible(order(options, queue::Order::stop, out), out);
}
int fleet_drop(const FleetOptions& options, Out& out) {
  return run_interruptible(drop(options, out), out);
}

}  // namespace redcode::app
