// Numbers and structures as they lie in bytes that came from elsewhere.
#pragma once

#include <cstddef>
#include <cstring>
#include <string_view>

namespace redcode::evidence {

inline unsigned byte_at(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}

// As networks send it.
inline unsigned word_at(std::string_view bytes, std::size_t at) {
  return byte_at(bytes, at) << 8U | byte_at(bytes, at + 1);
}

// As the kernel lays it out.
template <class T>
T load(const char* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

}  // namespace redcode::evidence
