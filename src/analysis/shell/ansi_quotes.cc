#include "analysis/shell/ansi_quotes.h"

#include <cstdint>

namespace redcode::shell {
namespace {

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 16;
}

class Decoder {
 public:
  explicit Decoder(std::string_view inside) : rest_(inside) {}

  std::optional<std::string> text() && {
    while (!rest_.empty() && !ended_ && plain_) {
      const char next = take();
      if (next == '\\' && !rest_.empty())
        escape(take());
      else
        text_ += next;
    }
    return plain_ ? std::optional(std::move(text_)) : std::nullopt;
  }

 private:
  char take() {
    const char first = rest_.front();
    rest_.remove_prefix(1);
    return first;
  }

  // At most so many digits; nothing if there is none.
  std::optional<std::uint32_t> number(int base, int most) {
    std::optional<std::uint32_t> value;
    for (int i = 0; i < most && !rest_.empty() && digit_value(rest_.front()) < base; ++i)
      value = value.value_or(0) * static_cast<std::uint32_t>(base) +
              static_cast<std::uint32_t>(digit_value(take()));
    return value;
  }

  // A NUL ends what is between the quotes.
  void byte(std::uint32_t value) {
    if ((value & 0xFFU) == 0)
      ended_ = true;
    else
      text_ += static_cast<char>(value & 0xFFU);
  }

  void escape(char kind) {
    static constexpr std::string_view letters = "abeEfnrtv\\'\"?";
    static constexpr std::string_view meanings = "\a\b\x1b\x1b\f\n\r\t\v\\'\"?";
    if (const auto place = letters.find(kind); place != std::string_view::npos) {
      text_ += meanings[place];
    } else if (digit_value(kind) < 8) {
      rest_ = {rest_.data() - 1, rest_.size() + 1};
      byte(number(8, 3).value_or(0));
    } else if (kind == 'x') {
      hexadecimal();
    } else if (kind == 'u' || kind == 'U') {
      character(kind);
    } else if (kind == 'c' && !rest_.empty()) {
      control();
    } else {
      plain_ = false;
    }
  }

  void hexadecimal() {
    if (const auto value = number(16, 2))
      byte(*value);
    else
      plain_ = false;
  }

  // All but ASCII comes out as the language that is set has it.
  void character(char kind) {
    const auto value = number(16, kind == 'u' ? 4 : 8);
    if (value && *value > 0 && *value < 0x80)
      text_ += static_cast<char>(*value);
    else
      plain_ = false;
  }

  void control() {
    const char of = take();
    if (of == '\\' || (static_cast<unsigned char>(of) & 0x80U) != 0) {
      plain_ = false;
    } else {
      byte(of == '?' ? 0x7FU : static_cast<unsigned char>(of) & 0x1FU);
    }
  }

  std::string_view rest_;
  std::string text_;
  bool ended_ = false;
  bool plain_ = true;
};

}  // namespace

std::optional<std::string> ansi_text(std::string_view inside) { return Decoder(inside).text(); }

}  // namespace redcode::shell
