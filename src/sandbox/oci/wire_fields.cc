#include "sandbox/oci/wire_fields.h"

#include <cstddef>

namespace redcode::oci {
namespace {

// How a field's value is written: the lower three bits of its tag.
constexpr std::uint64_t as_varint = 0;
constexpr std::uint64_t as_64_bits = 1;
constexpr std::uint64_t as_text = 2;
constexpr std::uint64_t as_32_bits = 5;

constexpr unsigned type_bits = 3;
constexpr unsigned varint_bits = 7;
constexpr unsigned most_varint_shift = 63;

// Takes a number off the front, seven bits to a byte, the lowest first.
std::optional<std::uint64_t> take_varint(std::string_view& rest) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift <= most_varint_shift; shift += varint_bits) {
    if (rest.empty()) return std::nullopt;
    const auto byte = static_cast<unsigned char>(rest.front());
    rest.remove_prefix(1);
    value |= static_cast<std::uint64_t>(byte & 0x7fU) << shift;
    if ((byte & 0x80U) == 0) return value;
  }
  return std::nullopt;
}

std::optional<std::string_view> take(std::string_view& rest, std::uint64_t size) {
  if (size > rest.size()) return std::nullopt;
  const std::string_view taken = rest.substr(0, size);
  rest.remove_prefix(size);
  return taken;
}

std::optional<std::string_view> take_text(std::string_view& rest) {
  const std::optional<std::uint64_t> size = take_varint(rest);
  return size ? take(rest, *size) : std::nullopt;
}

// Nothing we read is written in a fixed width.
bool skip_fixed(std::string_view& rest, std::uint64_t type) {
  if (type != as_64_bits && type != as_32_bits) return false;
  return take(rest, type == as_64_bits ? sizeof(std::uint64_t) : sizeof(std::uint32_t)).has_value();
}

}  // namespace

std::optional<WireFields> WireFields::read(std::string_view message) {
  WireFields fields;
  while (!message.empty()) {
    const std::optional<std::uint64_t> tag = take_varint(message);
    if (!tag) return std::nullopt;
    const auto field = static_cast<std::uint32_t>(*tag >> type_bits);
    const std::uint64_t type = *tag & 7U;
    if (type == as_varint) {
      const std::optional<std::uint64_t> number = take_varint(message);
      if (!number) return std::nullopt;
      fields.numbers_.try_emplace(field, *number);
    } else if (type == as_text) {
      const std::optional<std::string_view> text = take_text(message);
      if (!text) return std::nullopt;
      fields.texts_.try_emplace(field, *text);
    } else if (!skip_fixed(message, type)) {
      return std::nullopt;
    }
  }
  return fields;
}

}  // namespace redcode::oci
