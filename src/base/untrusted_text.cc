#include "base/untrusted_text.h"

#include "base/text.h"

namespace redcode {
namespace {

// The characters that mean something in HTML and XML, by their names. `text` is terminal-safe.
std::string without_markup(std::string_view text) {
  std::string safe;
  safe.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      case '\'':
        safe += "&#39;";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

}  // namespace

std::string UntrustedText::terminal() const { return escape_terminal(words_); }

std::string UntrustedText::one_line(std::size_t limit) const {
  return redcode::one_line(words_, limit);
}

std::string UntrustedText::html() const { return without_markup(escape_terminal(words_)); }

std::string UntrustedText::xml() const { return without_markup(escape_terminal(words_)); }

std::string UntrustedText::markdown(std::size_t limit) const {
  constexpr std::string_view markup = "\\`*_{}[]<>()#+!|~@&:$";
  std::string safe;
  for (const char c : redcode::one_line(words_, limit)) {
    const bool address = c == '.' && lower(safe).ends_with("www");  // a link by itself
    if (address || markup.contains(c)) safe += '\\';
    safe += c;
  }
  return safe;
}

Json UntrustedText::json() const { return valid_utf8(words_); }

UntrustedText UntrustedText::cut(std::size_t bytes) const {
  if (words_.size() <= bytes) return *this;
  std::size_t end = bytes;
  constexpr unsigned continuation_mask = 0xC0;
  constexpr unsigned continuation = 0x80;
  while (end > 0 && (static_cast<unsigned char>(words_[end]) & continuation_mask) == continuation) {
    --end;
  }
  return UntrustedText(words_.substr(0, end));
}

}  // namespace redcode
