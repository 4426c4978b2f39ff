#include "models/budget.h"

#include <fmt/format.h>

#include "base/failure.h"

namespace redcode::models {

void Budget::require() const {
  if (limits_.micro_dollars && spent_.micro_dollars >= *limits_.micro_dollars) {
    throw Failure(Failure::Kind::exhausted,
                  fmt::format("the budget of {} is spent", in_dollars(*limits_.micro_dollars)));
  }
  if (limits_.tokens && spent_.input_tokens + spent_.output_tokens >= *limits_.tokens) {
    throw Failure(Failure::Kind::exhausted,
                  fmt::format("the budget of {} tokens is spent", *limits_.tokens));
  }
}

std::string in_dollars(std::uint64_t micro_dollars) {
  std::string digits =
      fmt::format("${}.{:06}", micro_dollars / 1'000'000, micro_dollars % 1'000'000);
  while (digits.ends_with('0') && digits[digits.size() - 3] != '.') digits.pop_back();
  return digits;
}

}  // namespace redcode::models
