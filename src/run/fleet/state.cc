#include "run/fleet/state.h"

#include "base/failure.h"

namespace redcode::fleet {

namespace {

queue::Order order_from(std::string_view word) {
  using enum queue::Order;
  for (const queue::Order order : {go, pause, stop}) {
    if (name(order) == word) return order;
  }
  throw Failure(Failure::Kind::corrupt, "PostgreSQL: an unknown order");
}

}  // namespace

queue::State state_from(const Rows& rows, std::size_t row, int column) {
  if (row >= rows.size()) throw Failure(Failure::Kind::corrupt, "the fleet has no such run");
  const auto count = [&rows, row](int at) {
    return static_cast<std::uint64_t>(rows.number(row, at));
  };
  queue::State state{.planned = count(column),
                     .queued = count(column + 1),
                     .leased = count(column + 2),
                     .retried = count(column + 3),
                     .order = order_from(rows.text(row, column + 4))};
  state.over = state.planned - state.queued - state.leased;
  return state;
}

}  // namespace redcode::fleet
