// Cursor: a place in a text of bash commands, where a backslash before a newline is not there.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace redcode::shell {

// What a reading may still cost, however it nests.
struct Allowance {
  std::size_t steps = 0;
  std::size_t words = 0;
};

class Cursor {
 public:
  // `text` and `allowance` must outlive it. `first_line` is the line that the text begins on.
  Cursor(std::string_view text, Allowance& allowance, std::uint32_t first_line = 1)
      : text_(text), allowance_(&allowance), first_line_(first_line) {}

  // 0 at the end. NUL is in no text that is read.
  char peek() {
    skip_continuations(at_);
    return raw();
  }
  // The one after that.
  char peek_second() {
    skip_continuations(at_);
    std::size_t after = std::min(at_ + 1, text_.size());
    skip_continuations(after);
    return after < text_.size() ? text_[after] : '\0';
  }
  char take() {
    const char found = peek();
    advance();
    return found;
  }
  bool eat(char wanted) {
    if (peek() != wanted) return false;
    advance();
    return true;
  }
  // All of `wanted`, or nothing.
  bool eat(std::string_view wanted) {
    const std::size_t before = at_;
    for (const char one : wanted) {
      if (eat(one)) continue;
      at_ = before;
      return false;
    }
    return true;
  }

  // Where a backslash before a newline is two characters.
  char raw() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  char take_raw() {
    const char found = raw();
    advance();
    return found;
  }

  std::size_t at() const { return at_; }
  void back_to(std::size_t place) { at_ = place; }
  void to_end() { at_ = text_.size(); }
  std::string_view text() const { return text_; }
  // Counted on from where it was asked for before, so that asking for each command takes no time.
  std::uint32_t line() {
    if (at_ < counted_to_) counted_to_ = 0, lines_ = 0;
    const auto begin = text_.begin() + static_cast<std::ptrdiff_t>(counted_to_);
    lines_ += static_cast<std::uint32_t>(
        std::count(begin, text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n'));
    counted_to_ = at_;
    return first_line_ + lines_;
  }

 private:
  void skip_continuations(std::size_t& place) const {
    while (place + 1 < text_.size() && text_[place] == '\\' && text_[place + 1] == '\n') place += 2;
  }
  void advance() {
    if (at_ < text_.size()) ++at_;
    if (allowance_->steps > 0) --allowance_->steps;
    if (allowance_->steps == 0) to_end();
  }

  std::string_view text_;
  Allowance* allowance_;
  std::uint32_t first_line_;
  std::size_t at_ = 0;
  std::size_t counted_to_ = 0;
  std::uint32_t lines_ = 0;
};

}  // namespace redcode::shell
