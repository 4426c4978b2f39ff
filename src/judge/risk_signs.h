// Signs: kinds of words that speak of a risk, by who is touched, what is touched, what happens to
// it and which rule is broken. One sign alone says little; risk_words.h says which together name a
// risk.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace redcode::judge {

enum class Sign : std::uint8_t {
  // Who and where.
  everyone,
  in_public,
  outside,
  person,
  others,
  group,
  live,
  // What is touched.
  credential,
  personal,
  internal,
  log,
  record,
  reckoning,
  code,
  package,
  network,
  rights,
  lasting_thing,
  guard,
  checked,
  content,
  copies,
  auditor,
  // What happens to it.
  leaves,
  erases,
  gone,
  runs,
  executes,
  probes,
  loosens,
  open_to_all,
  reads_or_writes,
  comes_back,
  switched_off,
  goes_down,
  enters,
  watches,
  shadows,
  exposes,
  poisons,
  treats,
  believes,
  borrows,
  backdoor,
  // Which rule is broken.
  unasked,
  secretly,
  untrue,
  wrong,
  unknown,
  unpermitted,
};
inline constexpr std::size_t sign_count = 50;
using Signs = std::bitset<sign_count>;

// `text` is plain.
Signs signs_in(std::string_view text);

}  // namespace redcode::judge
