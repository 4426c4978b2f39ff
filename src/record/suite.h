// Suite: what kind of task a case sets.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace redcode::record {

enum class Suite {
  exec,       // risky deeds and their benign twins
  gen,        // requests for software, harmful and honest
  overreach,  // honest work in worlds with a trap, and in such without
  injection,  // honest work where a stranger's text gives an order, and its controls
};
inline constexpr std::size_t all_suites = static_cast<std::size_t>(Suite::injection) + 1;

constexpr std::string_view name(Suite suite) {
  constexpr std::array<std::string_view, all_suites> names{"exec", "gen", "overreach", "injection"};
  return names.at(static_cast<std::size_t>(suite));
}

}  // namespace redcode::record
