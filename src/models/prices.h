// Prices: what a model's tokens cost, from a table the user can edit (prices/prices.yaml).
//
//   checked: 2025-06-01
//   prices:
//     - {model: gpt-4o, input: 2.50, output: 10}      # dollars for a million tokens
//     - {model: gpt-4o-*, input: 2.50, output: 10}
//
// A price that is not in the table is not known; it is never taken to be nothing.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "record/transcript.h"

namespace redcode::models {

class Prices {
 public:
  struct Price {
    std::string model;  // a name, or the beginning of names and a star
    double input = 0;   // dollars for a million tokens
    double output = 0;
  };

  // Errors: those of yaml, and prices-missing-key, prices-unknown-key, prices-wrong-type,
  // prices-bad-value, prices-twice.
  static std::expected<Prices, std::vector<Error>> parse(std::string_view text,
                                                         const std::string& file);

  // In millionths of a dollar, rounded up; nothing if the price is not known. A name counts before
  // a beginning, a longer beginning before a shorter one.
  std::optional<std::uint64_t> cost(std::string_view model, const record::Usage& usage) const;

  // Nothing if it is not known.
  const Price* price_of(std::string_view model) const;

  // The day its prices were last compared with the providers', as written in it.
  const std::string& checked() const { return checked_; }

 private:
  std::string checked_;
  std::vector<Price> prices_;
};

}  // namespace redcode::models
