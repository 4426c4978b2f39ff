// Imports: reads what an import statement brings in, and under which names.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/dialect.h"

namespace redcode::analysis {

struct Imported {
  std::string name;  // in this file; "" if it gets none
  std::string full;  // "Crypto.Cipher.AES", "os/exec", "child_process.exec"
};

// Of one statement; names are cut as well.
inline constexpr std::size_t most_imported = 1000;

// `node` has the role `import`.
std::vector<Imported> imports_of(Language language, TSNode node, std::string_view text);

// What JavaScript's `left = right` imports, if `right` is a require() or an import(); else nothing.
std::vector<Imported> required(std::string_view left, std::string_view right);

// What Ruby's `require "x"` loads, if the call is one.
std::optional<std::string> loaded(std::string_view call);

}  // namespace redcode::analysis
