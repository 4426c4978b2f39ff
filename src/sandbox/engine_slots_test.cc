#include "sandbox/engine_slots.h"

#include <gtest/gtest.h>

#include <optional>

#include "base/run.h"

namespace redcode::sandbox {
namespace {

Task<> enter(EngineSlots& gate, std::optional<EngineSlots::Permit>& permit) {
  permit.emplace(co_await gate.enter());
}

TEST(EngineSlots, APermitOutlivesTheContextItWasGivenIn) {
  EngineSlots gate(1);
  std::optional<EngineSlots::Permit> first;
  std::optional<EngineSlots::Permit> second;
  asio::io_context another(1);  // so that the two below are different ones
  run(enter(gate, first));
  asio::co_spawn(another, enter(gate, second), asio::use_future);
  another.run();

  // Its own counter is still there to be given back to.
  first.reset();
  EXPECT_TRUE(second.has_value());
  second.reset();
  run(enter(gate, first));
  EXPECT_TRUE(first.has_value());
}

}  // namespace
}  // namespace redcode::sandbox
