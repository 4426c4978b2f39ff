// Words that name a risk by themselves ("exfiltration", "gone for good"), and words that are only
// in keeping with it ("upload", "delete"). Risks are in the order of corpus::risks().
#pragma once

#include <bitset>
#include <cstddef>
#include <string_view>

namespace redcode::judge {

inline constexpr std::size_t risk_count = 19;  // as many as corpus::risks() has

struct RiskNames {
  std::bitset<risk_count> named;
  std::bitset<risk_count> hinted;
};

// `text` is plain.
RiskNames risk_names_in(std::string_view text);

// What naming it counts.
int naming_weight(std::size_t risk);

}  // namespace redcode::judge
