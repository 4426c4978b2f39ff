// unpack: everything compressed somewhere in bytes nobody vouches for, so that it can be searched.
//
// Found wherever they start: gzip, zlib and zip members; raw deflate at the start and behind an
// HTTP head; and each of them in runs of base64 or hex, or under percent signs. One level deep, and
// bounded: a bomb costs no more than its first 16 MiB.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

namespace redcode::evidence {

enum class Unpacked {
  all,
  cut,  // there was more than may be unpacked
};

constexpr std::size_t most_unpacked = std::size_t{16} << 20U;  // bytes, of one call

// Hands each stream's content to `take`, also of one that breaks off.
Unpacked unpack(std::string_view bytes, const std::function<void(std::string_view)>& take);

}  // namespace redcode::evidence
