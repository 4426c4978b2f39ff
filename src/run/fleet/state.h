// A run's state as the server tells it.
#pragma once

#include <string_view>

#include "run/fleet/pg_connection.h"
#include "run/queue/queue.h"

namespace redcode::fleet {

// From five columns of `row`, the first of them `column`: planned, queued, leased, retried, orders.
// Throws Failure{corrupt}, also when there is no such row.
queue::State state_from(const Rows& rows, std::size_t row, int column);

}  // namespace redcode::fleet
