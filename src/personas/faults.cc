#include "personas/faults.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <string>

#include "base/digest.h"
#include "base/text.h"

namespace redcode::personas {
namespace {

constexpr std::uint32_t kinds = 5;

template <class Number>
bool read_whole(std::string_view text, Number& into) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into);
  return error == std::errc{} && end == text.data() + text.size();
}

std::uint32_t number_in(std::string_view hex) {
  std::uint32_t number = 0;
  std::from_chars(hex.data(), hex.data() + hex.size(), number, 16);
  return number;
}

}  // namespace

Result<Faults> faults_from(std::string_view text) {
  const std::size_t colon = text.find(':');
  Faults faults;
  const bool good =
      colon != std::string_view::npos && read_whole(text.substr(0, colon), faults.seed) &&
      read_whole(text.substr(colon + 1), faults.rate) && faults.rate >= 0 && faults.rate <= 1;
  if (good) return faults;
  return std::unexpected(
      Error{.code = "bad-faults",
            .message = fmt::format("\"{}\" is not SEED:RATE", one_line(text, 60)),
            .hint = "a whole number and a share from 0 to 1, as in 7:0.2"});
}

std::optional<Fault> fault_at(const Faults& faults, std::uint64_t number) {
  const std::string digest = sha256_hex(fmt::format("{}\n{}", faults.seed, number));
  const std::string_view hex(digest);
  const double chance = number_in(hex.substr(0, 8)) / 4294967296.0;
  if (chance >= faults.rate) return std::nullopt;
  return static_cast<Fault>(number_in(hex.substr(8, 8)) % kinds);
}

}  // namespace redcode::personas
