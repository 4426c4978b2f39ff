#include "doctor/checks.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "base/json.h"
#include "doctor/tables.h"

namespace redcode::doctor {
namespace {

constexpr std::array<std::string_view, 4> impacts = {"blocks", "weakens", "slows", "limits"};
constexpr std::array<std::string_view, 3> engines = {"everything", "docker", "oci"};

Check check_from(const Row& row) {
  return {.name = row.at(0),
          .part = row.at(1),
          .concerns = enum_from<Concerns>(row.at(2), engines),
          .impact = enum_from<Impact>(row.at(3), impacts),
          .fails_when = row.at(4),
          .meaning = row.at(5),
          .fix = row.at(6)};
}

}  // namespace

std::string_view word(Impact impact) { return impacts.at(static_cast<std::size_t>(impact)); }

std::string_view word(Concerns concerns) { return engines.at(static_cast<std::size_t>(concerns)); }

const std::vector<Check>& all_checks() {
  static const std::vector<Check> all = [] {
    std::vector<Check> read;
    for (const Row& row : rows_of(checks_md())) read.push_back(check_from(row));
    return read;
  }();
  return all;
}

const Check& check_called(std::string_view name) {
  const auto found = std::ranges::find(all_checks(), name, &Check::name);
  assert(found != all_checks().end());
  return *found;
}

}  // namespace redcode::doctor
