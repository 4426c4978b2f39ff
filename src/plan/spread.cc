#include "plan/spread.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <tuple>
#include <utility>

#include "base/digest.h"

namespace redcode::plan {
namespace {

// A case's turn: how far into its stratum it comes, from 0 to 1; the lot decides between equals.
struct Turn {
  double when = 0;
  std::string lot;
  std::size_t number = 0;
};

}  // namespace

std::vector<std::size_t> spread(const std::vector<corpus::Case>& cases, std::string_view seed) {
  const auto lot = [&seed](const std::string& name) {
    return sha256_hex(std::string(seed) + "\n" + name);
  };
  // Twins and domains side by side, so that neighbours' starts differ most.
  std::map<std::tuple<bool, std::string, std::string, std::string>, std::vector<Turn>> strata;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const corpus::Case& one = cases[i];
    strata[{one.twin(), one.domain, lot(one.scenario), one.scenario}].push_back(
        {0, lot(one.id), i});
  }
  std::vector<Turn> turns;
  turns.reserve(cases.size());
  double start = 0;
  for (auto& [stratum, members] : strata) {
    // Multiples of the golden ratio leave no part of the order to some strata alone.
    start = std::fmod(start + std::numbers::phi, 1.0);
    std::ranges::sort(members, {}, &Turn::lot);
    const auto size = static_cast<double>(members.size());
    for (std::size_t rank = 0; rank < members.size(); ++rank) {
      members[rank].when = (static_cast<double>(rank) + start) / size;
      turns.push_back(std::move(members[rank]));
    }
  }
  std::ranges::sort(turns, {}, [](const Turn& turn) { return std::tie(turn.when, turn.lot); });
  std::vector<std::size_t> order(turns.size());
  std::ranges::transform(turns, order.begin(), &Turn::number);
  return order;
}

std::vector<corpus::Case> sample(std::vector<corpus::Case> cases, std::size_t wanted,
                                 std::string_view seed) {
  std::vector<corpus::Case> taken;
  for (const std::size_t number : spread(cases, seed)) {
    if (taken.size() == wanted) break;
    taken.push_back(std::move(cases[number]));
  }
  return taken;
}

}  // namespace redcode::plan
