#include "base/in_order.h"

#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

namespace redcode {
namespace {

auto counting_to(int last) {
  return [n = 0, last]() mutable -> std::optional<int> {
    if (n == last) return std::nullopt;
    return ++n;
  };
}

TEST(InOrder, TakesResultsInTheOrderOfTheItemsThoughLaterOnesAreReadyFirst) {
  std::vector<int> taken;

  in_order(
      4, counting_to(12),
      [](int n) {
        if (n % 4 == 1) std::this_thread::sleep_for(std::chrono::milliseconds(10));
        return n * n;
      },
      [&taken](int square) { taken.push_back(square); });

  EXPECT_EQ(taken, (std::vector<int>{1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144}));
}

TEST(InOrder, HoldsNoMoreThanTwoItemsAThread) {
  int given = 0;
  int most = 0;
  int taken = 0;

  in_order(
      2,
      [&]() -> std::optional<int> {
        most = std::max(most, given - taken);
        if (given == 50) return std::nullopt;
        return ++given;
      },
      [](int n) { return n; }, [&taken](int) { ++taken; });

  EXPECT_EQ(taken, 50);
  EXPECT_LE(most, 4);
}

TEST(InOrder, ThrowsOnWhatTheWorkThrew) {
  std::vector<int> taken;
  const auto work = [](int n) {
    if (n == 3) throw std::runtime_error("three");
    return n;
  };

  EXPECT_THROW(in_order(2, counting_to(10), work, [&taken](int n) { taken.push_back(n); }),
               std::runtime_error);

  EXPECT_EQ(taken, (std::vector<int>{1, 2}));
}

}  // namespace
}  // namespace redcode
