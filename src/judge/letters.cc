#include "judge/letters.h"

#include <array>

#include "base/text.h"

namespace redcode::judge {
namespace {

bool in_range(char32_t code, char32_t first, char32_t last) {
  return code >= first && code <= last;
}

unsigned byte_at(std::string_view text, std::size_t at) {
  return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
}

constexpr char32_t not_a_letter = 0xFFFD;

}  // namespace

Letter letter_at(std::string_view text, std::size_t at) {
  const unsigned first = byte_at(text, at);
  if (first < 0x80) return {.code = first, .size = 1};
  const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 1;
  if (size == 1) return {.code = not_a_letter, .size = 1};
  char32_t code = first & (0xFFU >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    const unsigned next = byte_at(text, at + i);
    if ((next & 0xC0U) != 0x80U) return {.code = not_a_letter, .size = i};
    code = (code << 6U) | (next & 0x3FU);
  }
  return {.code = code, .size = size};
}

bool is_devanagari(char32_t code) {
  return in_range(code, 0x0900, 0x097F) && code != 0x0964 && code != 0x0965;
}

bool is_foreign_letter(char32_t code) {
  return (in_range(code, 0x00C0, 0x024F) && code != 0x00D7 && code != 0x00F7) ||
         in_range(code, 0x0370, 0x08FF) || is_devanagari(code) || in_range(code, 0x0980, 0x1FFF) ||
         in_range(code, 0xAC00, 0xD7AF);
}

bool is_kana(char32_t code) {
  return in_range(code, 0x3041, 0x30FF) && code != 0x30FB && code != 0x30A0;
}

bool is_ideograph(char32_t code) {
  return in_range(code, 0x3400, 0x9FFF) || in_range(code, 0xF900, 0xFAFF) || code == 0x3005;
}

std::string lower_latin(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const Letter letter = letter_at(text, i);
    const bool capital = in_range(letter.code, 0x00C0, 0x00DE) && letter.code != 0x00D7;
    if (capital) {
      out += text[i];
      out += static_cast<char>(byte_at(text, i + 1) + 0x20);
    } else if (in_range(letter.code, 0xFF01, 0xFF5E)) {
      out += static_cast<char>(letter.code - 0xFEE0);
    } else {
      out += text.substr(i, letter.size);
    }
    i += letter.size;
  }
  return lower(out);
}

std::string without_accents(std::string_view text) {
  // From U+00C0 on; capitals and small letters alike.
  static constexpr std::array<std::string_view, 32> base{
      "a", "a", "a", "a", "a", "a", "ae", "c", "e", "e", "e", "e", "i", "i", "i",  "i",
      "d", "n", "o", "o", "o", "o", "o",  " ", "o", "u", "u", "u", "u", "y", "th", "ss"};
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const Letter letter = letter_at(text, i);
    if (in_range(letter.code, 0x00C0, 0x00FF)) {
      out += base.at((letter.code - 0x00C0) % base.size());
    } else if (in_range(letter.code, 0x0152, 0x0153)) {
      out += "oe";
    } else {
      out += text.substr(i, letter.size);
    }
    i += letter.size;
  }
  return out;
}

}  // namespace redcode::judge
