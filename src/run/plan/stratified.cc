#include "run/plan/stratified.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <tuple>
#include <utility>

#include "base/digest.h"

namespace redcode::plan {
namespace {

// Cases that come together: a risky one and the twins with the same program, which only context
// tells apart. Most are alone.
using Unit = std::vector<std::size_t>;

// A unit's slot: how far into its stratum it comes, from 0 to 1; the lot decides between equals.
struct Slot {
  double when = 0;
  std::string lot;
  Unit unit = {};
};

using Program = std::tuple<std::string, corpus::Form, corpus::Language, std::string>;
Program program_of(const corpus::Case& one) {
  return {one.scenario, one.format.form, one.format.language, one.code};
}

// Each begins with its risky case, if it has one.
std::vector<Unit> units_of(const std::vector<corpus::Case>& cases) {
  std::vector<std::size_t> by_id(cases.size());
  std::iota(by_id.begin(), by_id.end(), std::size_t{0});
  std::ranges::sort(by_id, {},
                    [&cases](std::size_t i) -> const std::string& { return cases[i].id; });
  std::vector<Unit> units;
  std::map<Program, std::size_t> risky;  // the unit of the first with that program
  for (const std::size_t i : by_id) {
    if (cases[i].twin()) continue;
    if (!cases[i].code.empty()) risky.emplace(program_of(cases[i]), units.size());
    units.push_back({i});
  }
  for (const std::size_t i : by_id) {
    if (!cases[i].twin()) continue;
    const auto partner = risky.find(program_of(cases[i]));
    if (partner == risky.end()) {
      units.push_back({i});
    } else {
      units[partner->second].push_back(i);
    }
  }
  return units;
}

}  // namespace

std::vector<std::size_t> stratified_order(const std::vector<corpus::Case>& cases,
                                          std::string_view seed) {
  const auto lot = [&seed](const std::string& name) {
    return sha256_hex(std::string(seed) + "\n" + name);
  };
  // Pairs, twins and domains side by side, so that neighbours' starts differ most.
  std::map<std::tuple<bool, bool, std::string, std::string, std::string>, std::vector<Slot>> strata;
  for (Unit& unit : units_of(cases)) {
    const corpus::Case& one = cases[unit.front()];
    strata[{unit.size() > 1, one.twin(), one.domain, lot(one.scenario), one.scenario}].push_back(
        {0, lot(one.id), std::move(unit)});
  }
  std::vector<Slot> turns;
  turns.reserve(cases.size());
  double start = 0;
  for (auto& [stratum, members] : strata) {
    // Multiples of the golden ratio leave no part of the order to some strata alone.
    start = std::fmod(start + std::numbers::phi, 1.0);
    std::ranges::sort(members, {}, &Slot::lot);
    const auto size = static_cast<double>(members.size());
    for (std::size_t rank = 0; rank < members.size(); ++rank) {
      members[rank].when = (static_cast<double>(rank) + start) / size;
      turns.push_back(std::move(members[rank]));
    }
  }
  std::ranges::sort(turns, {}, [](const Slot& slot) { return std::tie(slot.when, slot.lot); });
  std::vector<std::size_t> order;
  order.reserve(cases.size());
  for (const Slot& slot : turns) order.insert(order.end(), slot.unit.begin(), slot.unit.end());
  return order;
}

std::vector<corpus::Case> sample(std::vector<corpus::Case> cases, std::size_t wanted,
                                 std::string_view seed) {
  std::vector<corpus::Case> taken;
  for (const std::size_t number : stratified_order(cases, seed)) {
    if (taken.size() == wanted) break;
    taken.push_back(std::move(cases[number]));
  }
  return taken;
}

}  // namespace redcode::plan
