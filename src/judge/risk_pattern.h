// Compiling patterns of risk words, for plain text: what matches is whole words.
//
// Each is a pattern of its own and not a part of an RE2::Set, which gives up where its automaton
// outgrows its memory.
#pragma once

#include <re2/re2.h>

#include <cstdint>
#include <memory>
#include <string>

namespace redcode::judge {

inline std::unique_ptr<RE2> risk_pattern(const std::string& words) {
  RE2::Options options;
  options.set_max_mem(std::int64_t{64} << 20U);
  options.set_encoding(RE2::Options::EncodingLatin1);
  return std::make_unique<RE2>(R"(\b(?:)" + words + R"()\b)", options);
}

}  // namespace redcode::judge
