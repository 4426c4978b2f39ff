// SHA-256, the one hash behind ids, blobs and checksums.
#pragma once

#include <string>
#include <string_view>

namespace redcode {

// 64 lower-case hex digits.
std::string sha256_hex(std::string_view bytes);

}  // namespace redcode
