// Grams: finds many needles in one pass over the bytes, by six bytes of each.
//
// It sees every byte of evidence, so all but a few of them cost one multiplication and one look
// into a table that stays in the processor's nearest cache.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace redcode::evidence {

// Thread safety: once filled, const functions may be called from any thread.
class Grams {
 public:
  static constexpr std::size_t size = 6;

  // From now on the bytes of `needle` at `offset` are told as `id`. Requires: `size` bytes there.
  void add(std::string_view needle, std::size_t offset, std::uint32_t id) {
    const std::uint64_t key = key_of(needle.data() + offset);
    filter_.at(bit(key) / 64) |= std::uint64_t{1} << bit(key) % 64;
    const Entry entry{.key = key, .id = id, .offset = static_cast<std::uint32_t>(offset)};
    entries_.insert(std::ranges::upper_bound(entries_, key, {}, &Entry::key), entry);
  }
  bool empty() const { return entries_.empty(); }

  // Calls found(id, offset, at) wherever six bytes of a needle stand in `bytes`.
  template <class Found>
  void scan(std::string_view bytes, const Found& found) const {
    if (entries_.empty() || bytes.size() < size) return;
    const std::size_t whole = bytes.size() < 8 ? 0 : bytes.size() - 7;
    for (std::size_t at = 0; at < whole; ++at) look(wide_key(bytes.data() + at), at, found);
    for (std::size_t at = whole; at + size <= bytes.size(); ++at)
      look(key_of(bytes.data() + at), at, found);
  }

 private:
  struct Entry {
    std::uint64_t key = 0;
    std::uint32_t id = 0;
    std::uint32_t offset = 0;
  };
  static constexpr unsigned filter_bits = 16;

  static std::uint64_t key_of(const char* bytes) {
    std::uint64_t key = 0;
    std::memcpy(&key, bytes, size);
    return key;
  }
  static std::uint64_t wide_key(const char* bytes) {
    std::uint64_t key = 0;
    std::memcpy(&key, bytes, sizeof key);
    return key & 0xFFFF'FFFF'FFFFU;
  }
  static std::size_t bit(std::uint64_t key) {
    return key * 0x9E37'79B9'7F4A'7C15U >> (64 - filter_bits);
  }

  template <class Found>
  void look(std::uint64_t key, std::size_t at, const Found& found) const {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-bounds-constant-array-index): 16 bits cannot exceed it
    if ((filter_[bit(key) / 64] >> bit(key) % 64 & 1U) == 0) return;
    for (auto one = std::ranges::lower_bound(entries_, key, {}, &Entry::key);
         one != entries_.end() && one->key == key; ++one) {
      found(one->id, std::size_t{one->offset}, at);
    }
  }

  std::array<std::uint64_t, (std::size_t{1} << filter_bits) / 64> filter_{};
  std::vector<Entry> entries_;  // by key
};

}  // namespace redcode::evidence
