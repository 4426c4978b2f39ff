// Letters of any script in UTF-8: what belongs to a word and what parts words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace redcode::judge {

struct Letter {
  char32_t code = 0;     // U+FFFD for what is no UTF-8
  std::size_t size = 1;  // in bytes
};

Letter letter_at(std::string_view text, std::size_t at);

// Latin beyond ASCII, Greek, Cyrillic, Devanagari and other scripts with spaces between words.
bool is_foreign_letter(char32_t code);
bool is_kana(char32_t code);
bool is_ideograph(char32_t code);
bool is_devanagari(char32_t code);

// Lower case for ASCII and accented Latin letters; full-width signs become plain ones.
std::string lower_latin(std::string_view text);

// Without accents: "führé" is "fuhre", so that word boundaries of patterns are where words end.
std::string without_accents(std::string_view text);

}  // namespace redcode::judge
