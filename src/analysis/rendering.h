// Rendering: a piece of code as one line of text in which names are resolved, so that rules stay
// short.
//
// Imported names become full ones: A.new(k) is Crypto.Cipher.AES.new(k). A receiver becomes what it
// was made by: f.write(x) is open(p, "wb").write(x). Any other name is followed by what it stands
// for: open(PATH) is open(PATH="/x"). Comments are left out and blanks squeezed. What is handed to
// a call as a block, as Ruby does, is no part of the call. Chosen names are marked: see chosen.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "analysis/chosen.h"
#include "analysis/dialect.h"
#include "analysis/names.h"
#include "analysis/syntax.h"

namespace redcode::analysis {

// What reading a file has cost so far, in bytes copied; comments and blanks cost too, and leave
// nothing behind.
struct ReadingCost {
  std::size_t done = 0;
  bool cut = false;  // something cost too much to be read whole
};

// All that a rendering needs to know of the file.
struct Setting {
  const Dialect& dialect;
  std::string_view text;
  const Names& names;
  ReadingCost& work;
};

// `node` as it reads in `function`: at most `limit` bytes, and what 400,000 units of work make of
// it.
std::string render(const Setting& setting, TSNode node, std::uint32_t function, std::size_t limit);

// Blanks and line ends become one blank each; at most `limit` bytes, of the first 32 times as many.
std::string squeezed(std::string_view text, std::size_t limit);

}  // namespace redcode::analysis
