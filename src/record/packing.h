// Packing: what a blob is called and how its bytes are kept, wherever they are kept.
//
// A blob is called by the SHA-256 of its bytes, in hex, and kept as one zstd frame that states its
// size.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/failure.h"
#include "base/result.h"

namespace redcode::record {

inline constexpr std::size_t largest_blob = std::size_t{256} << 20U;
// What pack() makes of the largest blob, if nothing can be saved, is shorter than this.
inline constexpr std::size_t largest_packed = largest_blob + (std::size_t{2} << 20U);

bool is_digest(std::string_view text);

// "ab/cd….zst", below the root of a store. Requires: is_digest(digest).
std::string blob_path(std::string_view digest);

// Throws Failure{too_large} for more than the largest blob.
std::string pack(std::string_view bytes);

// The bytes that `digest` stands for. Errors: blob-damaged.
Result<std::string> unpack(std::string_view packed, std::string_view digest);

}  // namespace redcode::record
