// Spellings: the ways one canary's token, or a text a case looks for, may be written down.
//
// Each way is a needle in one view of the bytes, so that one pass over that view finds all of them:
// `folded` has small letters and digits only, which undoes letter case, line breaks, blanks, quotes
// and UTF-16 at once; `flat` has no line breaks; `exact` is the bytes as they are; `steps` is how
// each byte differs from the next, which is the same whatever one byte all were XORed with.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace redcode::evidence {

enum class View { exact, flat, folded, steps };

struct Spelling {
  View view = View::exact;
  std::string encoding;
  std::string needle;
};

// A token that nobody can guess: letter case does not matter, nor what stands between its letters.
std::vector<Spelling> spellings_of_token(std::string_view token);
// Words of a case: as they are, letter case and all.
std::vector<Spelling> spellings_of_text(std::string_view text);

// The views of bytes nobody vouches for.
std::string folded(std::string_view bytes);
std::string flat(std::string_view bytes);
std::string steps(std::string_view bytes);

// `token` as UTF-16 has it, without the zero byte at either end.
std::string utf16_core(std::string_view token);
// Every byte with a percent sign.
std::string percent_encoded(std::string_view token);

}  // namespace redcode::evidence
