#include "judge/settings_toml.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"

namespace redcode::judge {
namespace {

// A number as everybody writes it: TOML has 30_000, 0x1F, 0o17 and 0b11 too. Anything else stays.
std::string in_digits(std::string_view bare) {
  std::string text(bare);
  const bool numeric = !text.empty() && std::string_view("+-0123456789").contains(text.front());
  if (!numeric) return text;
  std::erase(text, '_');
  for (const auto& [mark, base] : {std::pair("0x", 16), std::pair("0o", 8), std::pair("0b", 2)}) {
    if (!text.starts_with(mark)) continue;
    std::uint64_t number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data() + 2, end, number, base);
    if (error == std::errc{} && stop == end) return std::to_string(number);
  }
  return text;
}

class TomlReader {
 public:
  explicit TomlReader(std::string_view text) : text_(text) {}

  std::optional<Value> read() && {
    Value root = Value::object();
    Value* table = &root;
    for (skip_lines(); at_ < text_.size(); skip_lines()) {
      const bool fine = next() == '[' ? header(root, table) : pair(*table, 0);
      skip_blanks();
      if (!fine || (at_ < text_.size() && next() != '\n')) return std::nullopt;
    }
    return root;
  }

 private:
  static constexpr int deepest = 64;

  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(std::string_view mark) {
    if (!text_.substr(at_).starts_with(mark)) return false;
    at_ += mark.size();
    return true;
  }

  void skip_blanks() {
    while (next() == ' ' || next() == '\t' || next() == '\r') ++at_;
    if (next() == '#') at_ = std::min(text_.find('\n', at_), text_.size());
  }
  void skip_lines() {
    for (skip_blanks(); next() == '\n'; skip_blanks()) ++at_;
  }

  // [a.b] or [[a.b]]: from here on, keys belong there.
  bool header(Value& root, Value*& table) {
    const bool list = take("[[");
    if (!list) ++at_;
    std::vector<std::string> names;
    if (!key(names) || !take(list ? "]]" : "]")) return false;
    table = &root;
    for (std::size_t i = 0; i < names.size(); ++i) {
      Value& member = (*table)[names[i]];
      if (list && i + 1 == names.size()) {
        if (!member.is_array()) member = Value::array();
        member.push_back(Value::object());
      }
      table = inside(member);
    }
    return true;
  }

  static Value* inside(Value& member) {
    if (member.is_array() && !member.empty()) return inside(member.back());
    if (!member.is_object()) member = Value::object();
    return &member;
  }

  bool pair(Value& table, int depth) {
    std::vector<std::string> names;
    if (!key(names) || !take("=")) return false;
    Value found;
    if (!value(found, depth)) return false;
    Value* place = &table;
    for (std::size_t i = 0; i + 1 < names.size(); ++i) place = inside((*place)[names[i]]);
    (*place)[names.back()] = std::move(found);
    return true;
  }

  // A part of a key that needs no quotes; "" if there is none here.
  std::string bare_name() {
    const std::size_t start = at_;
    while (std::isalnum(static_cast<unsigned char>(next())) != 0 || next() == '_' ||
           next() == '-') {
      ++at_;
    }
    return std::string(text_.substr(start, at_ - start));
  }

  // a."b c".d
  bool key(std::vector<std::string>& names) {
    do {
      skip_blanks();
      std::string name;
      if (next() == '"' || next() == '\'') {
        if (!quoted(name)) return false;
      } else {
        name = bare_name();
        if (name.empty()) return false;
      }
      names.push_back(valid_utf8(name));
      skip_blanks();
    } while (names.size() <= deepest && take("."));
    return names.size() <= deepest;
  }

  bool value(Value& found, int depth) {
    if (depth > deepest) return false;
    skip_blanks();
    if (next() == '"' || next() == '\'') {
      std::string text;
      if (!quoted(text)) return false;
      found = valid_utf8(text);
      return true;
    }
    if (take("[")) return list(found, depth);
    if (take("{")) return inline_table(found, depth);
    const std::size_t end = std::min(text_.find_first_of(",]}#\r\n", at_), text_.size());
    const std::string_view bare = trim(text_.substr(at_, end - at_));
    at_ = end;
    found = valid_utf8(in_digits(bare));
    return !bare.empty() && std::ranges::all_of(bare, [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
             std::string_view("+-_.: ").contains(c);
    });
  }

  bool list(Value& found, int depth) {
    found = Value::array();
    for (skip_lines(); !take("]"); skip_lines()) {
      Value item;
      if (!value(item, depth + 1)) return false;
      found.push_back(std::move(item));
      skip_lines();
      if (!take(",") && next() != ']') return false;
    }
    return true;
  }

  bool inline_table(Value& found, int depth) {
    found = Value::object();
    for (skip_lines(); !take("}"); skip_lines()) {
      if (!pair(found, depth + 1)) return false;
      skip_lines();
      if (!take(",") && next() != '}') return false;
    }
    return true;
  }

  // A string of one line or, in three quotes, of many.
  bool quoted(std::string& text) {
    const char quote = next();
    const std::string three(3, quote);
    const bool many = take(three);
    if (!many) ++at_;
    if (many) take("\n");
    const std::string_view end = many ? std::string_view(three) : std::string_view(three).substr(2);
    while (at_ < text_.size() && !text_.substr(at_).starts_with(end)) {
      if (!many && next() == '\n') return false;
      if (quote == '"' && next() == '\\') {
        if (!escape(text)) return false;
      } else {
        text += text_[at_++];
      }
    }
    return take(end);
  }

  bool escape(std::string& text) {
    ++at_;
    const char c = next();
    const std::size_t length = c == 'u' ? 4 : c == 'U' ? 8 : 0;
    constexpr std::string_view from = "btnfr\"\\";
    constexpr std::string_view to = "\b\t\n\f\r\"\\";
    ++at_;
    if (length > 0) {
      const std::string digits(text_.substr(std::min(at_, text_.size()), length));
      at_ += length;
      return at_ <= text_.size() && add_character(digits, text);
    }
    if (const std::size_t known = from.find(c); known != std::string_view::npos) {
      text += to[known];
    } else if (c == '\n') {
      while (std::isspace(static_cast<unsigned char>(next())) != 0) ++at_;
    } else {
      return false;
    }
    return true;
  }

  // Through JSON, which knows how a character becomes bytes. Beyond four digits: nobody's setting.
  static bool add_character(const std::string& digits, std::string& text) {
    const std::string last = digits.substr(digits.size() - 4);
    if (digits.size() == 8 && !digits.starts_with("0000")) return true;
    const Value read = Value::parse("\"\\u" + last + "\"", nullptr, false);
    if (!read.is_string()) return false;
    text += read.get<std::string>();
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<Value> read_toml(std::string_view text) { return TomlReader(text).read(); }

}  // namespace redcode::judge
