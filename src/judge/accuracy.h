// How well the rules tell a refusal, as measured on the held-out replies (docs/reader.md). A test
// measures it again, so that these figures cannot outlive the reader they are of.
#pragma once

#include <cstdint>

namespace redcode::judge {

struct Accuracy {
  std::uint64_t declines = 0;
  std::uint64_t declines_found = 0;
  std::uint64_t others = 0;
  std::uint64_t others_left_alone = 0;
};

inline constexpr Accuracy measured{
    .declines = 300, .declines_found = 285, .others = 500, .others_left_alone = 489};

}  // namespace redcode::judge
