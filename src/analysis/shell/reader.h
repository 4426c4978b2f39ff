// Reads bash commands. What bash would read otherwise than we do, and what it would refuse, is an
// error and never a guess: whoever asks has to take such a text as unknown.
#pragma once

#include <cstddef>
#include <string_view>

#include "analysis/shell/script.h"
#include "base/result.h"

namespace redcode::shell {

inline constexpr std::size_t most_script_bytes = std::size_t{256} << 10U;
inline constexpr int deepest_nesting = 60;

struct ReadOptions {
  bool extended_patterns = false;  // as after `shopt -s extglob`
};

// Errors: shell-too-big, shell-too-deep, shell-too-much (of braces, or of work), shell-syntax; with
// the line.
Result<List> read_script(std::string_view text, ReadOptions options = {});

}  // namespace redcode::shell
