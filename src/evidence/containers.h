// Containers: what is compressed, packed or enciphered, known by how it begins.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace redcode::evidence {

enum class Container : std::uint8_t {
  deflate,  // raw, without a head
  zlib,
  gzip,
  xz,
  bzip2,
  zstd,
  lz4,
  lzma,
  zip_deflated,  // one member of a zip archive; other ways of packing one have marks of their own
  seven_zip,
};

// As it is told to people.
std::string_view name_of(Container container);

struct Packed {
  Container container = Container::deflate;
  std::size_t at = 0;    // where it begins
  std::size_t data = 0;  // where what is compressed begins; else `at`
};

// What begins at `at`, if something does. `start`: `at` is where some content begins, so that
// weaker signs will do.
std::optional<Packed> packed_at(std::string_view bytes, std::size_t at, bool start);

// Why what begins at `at` can be opened by nobody without a key, or by none of ours; nothing
// otherwise.
std::optional<std::string_view> closed_at(std::string_view bytes, std::size_t at, bool start);

// Whether something may begin with these two bytes: all others need not be looked at.
inline bool may_begin(char one, char two) {
  const auto first = static_cast<unsigned char>(one);
  const auto second = static_cast<unsigned char>(two);
  switch (first) {
    case 0x1F:
      return second == 0x8B;
    case 0xFD:
      return second == '7';
    case 0x28:
      return second == 0xB5;
    case 0x04:
      return second == 0x22;
    case '7':
      return second == 'z';
    case 'B':
      return second == 'Z';
    case 'P':
      return second == 'K';
    case 'S':
    case 'R':
      return second == 'a';
    case '-':
      return second == '-';
    case 'a':
      return second == 'g';
    case 'U':
      return second == '2';
    default:
      return (first & 0x8FU) == 8 && (second & 0x20U) == 0 && (first << 8U | second) % 31 == 0;
  }
}

// The same, ready for many bytes: a table that stays in the processor's cache.
class Beginnings {
 public:
  Beginnings() {
    for (unsigned pair = 0; pair < 65536; ++pair) {
      if (may_begin(static_cast<char>(pair & 0xFFU), static_cast<char>(pair >> 8U)))
        table_.at(pair / 64) |= std::uint64_t{1} << pair % 64;
    }
  }
  bool at(const char* bytes) const {
    std::uint16_t pair = 0;
    std::memcpy(&pair, bytes, sizeof pair);
    // NOLINTNEXTLINE(cppcoreguidelines-pro-bounds-constant-array-index): 16 bits cannot exceed it
    return (table_[pair / 64] >> pair % 64 & 1U) != 0;
  }

 private:
  std::array<std::uint64_t, 1024> table_{};
};

// Whether content that begins so and belongs to no format we know looks enciphered: all bytes are
// alike in number. What honest programs write (pictures, fonts, programs, keys) is known by its
// head.
bool looks_enciphered(std::string_view content);

}  // namespace redcode::evidence
