#include "judge/settings_lines.h"

#include <array>
#include <cctype>

#include "base/text.h"

namespace redcode::judge {
namespace {

constexpr std::string_view blanks = " \t\r";

bool is_blank(char c) { return blanks.contains(c); }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

bool is_quote(char c) { return c == '"' || c == '\''; }

// "value" and 'value' are value.
std::string_view unquoted(std::string_view text) {
  const bool quoted = text.size() >= 2 && is_quote(text.front()) && text.back() == text.front();
  return quoted ? text.substr(1, text.size() - 2) : text;
}

// Up to a comment that follows a blank and stands in no quotes.
std::string_view without_comment(std::string_view line) {
  char quote = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (is_quote(c)) {
      quote = c;
    } else if ((c == '#' || c == ';') && (at == 0 || is_blank(line[at - 1]))) {
      return line.substr(0, at);
    }
  }
  return line;
}

bool is_comment(std::string_view line) {
  return line.empty() || line.starts_with('#') || line.starts_with(';') || line.starts_with("//");
}

class IniReader {
 public:
  Value read(std::string_view text) && {
    for (const std::string& line : split(text, '\n')) take(trimmed(line));
    return std::move(root_);
  }

 private:
  // A file can open no more blocks than this; the rest is taken to lie in the last.
  static constexpr std::size_t deepest = 32;

  void take(std::string_view line) {
    if (is_comment(line)) return;
    line = trimmed(without_comment(line));
    if (line.starts_with('[') && line.contains(']')) return open_section(line);
    if (line.ends_with('{')) return open_block(line.substr(0, line.size() - 1));
    if (line.starts_with('}')) {
      if (!blocks_.empty()) blocks_.pop_back();
      return;
    }
    assign(line);
  }

  // [smtp], [remote "origin"], [[servers]]
  void open_section(std::string_view line) {
    blocks_.clear();
    section_ = joined_words(line.substr(0, line.rfind(']')));
  }

  // resource "database" "calls" {
  void open_block(std::string_view line) {
    if (blocks_.size() < deepest) blocks_.push_back(joined_words(line));
  }

  static std::string joined_words(std::string_view text) {
    std::string joined;
    bool apart = false;
    for (const char c : text) {
      if (is_blank(c) || is_quote(c) || c == '[' || c == '=' || c == ':') {
        apart = !joined.empty();
        continue;
      }
      if (apart) joined += '.';
      apart = false;
      joined += c;
    }
    return joined;
  }

  void assign(std::string_view line) {
    const std::size_t end = end_of_key(line);
    const std::string_view key = unquoted(trimmed(line.substr(0, end)));
    if (key.empty()) return;
    std::string_view value =
        end == std::string_view::npos ? std::string_view() : trimmed(line.substr(end + 1));
    while (!value.empty() && (value.back() == ';' || value.back() == ',')) {
      value = trimmed(value.substr(0, value.size() - 1));
    }
    Value* place = &root_;
    if (!section_.empty()) place = &member(*place, section_);
    for (const std::string& block : blocks_) place = &member(*place, block);
    (*place)[valid_utf8(lower(key))] = valid_utf8(unquoted(value));
  }

  // A name before "=" may have blanks, one before ":" not: "proxy http://a".
  static std::size_t end_of_key(std::string_view line) {
    const std::size_t end = line.find_first_of("=:");
    const bool equals = end != std::string_view::npos && line[end] == '=';
    const std::size_t blank = line.find_first_of(blanks);
    const bool colon =
        end != std::string_view::npos && (blank == std::string_view::npos || blank > end ||
                                          trimmed(line.substr(blank, end - blank)).empty());
    return equals || colon ? end : blank;
  }

  static Value& member(Value& object, const std::string& name) {
    Value& found = object[valid_utf8(lower(name))];
    if (!found.is_object()) found = Value::object();
    return found;
  }

  Value root_ = Value::object();
  std::string section_;
  std::vector<std::string> blocks_;
};

// Splits a shell script into commands of words, quotes taken off.
class ShellWords {
 public:
  explicit ShellWords(std::string_view text) : text_(text) {}

  std::vector<std::vector<std::string>> all() && {
    for (; at_ < text_.size(); ++at_) step();
    end_command();
    return std::move(commands_);
  }

 private:
  void step() {
    const char c = text_[at_];
    if (c == '\\') return escaped();
    if (is_quote(c)) return quoted(c);
    if (is_blank(c)) return end_word();
    if (std::string_view("\n;&|()").contains(c)) return end_command();
    if (c == '#' && !in_word_) return skip_comment();
    add(c);
  }

  void escaped() {
    ++at_;
    if (at_ < text_.size() && text_[at_] != '\n') add(text_[at_]);
  }

  void quoted(char quote) {
    in_word_ = true;  // "" is a word
    for (++at_; at_ < text_.size() && text_[at_] != quote; ++at_) {
      const bool escapes = quote == '"' && text_[at_] == '\\' && at_ + 1 < text_.size();
      if (escapes && std::string_view("\"\\$`").contains(text_[at_ + 1])) ++at_;
      word_ += text_[at_];
    }
  }

  void skip_comment() {
    while (at_ + 1 < text_.size() && text_[at_ + 1] != '\n') ++at_;
  }

  void add(char c) {
    in_word_ = true;
    word_ += c;
  }
  void end_word() {
    if (in_word_) words_.push_back(std::move(word_));
    word_.clear();
    in_word_ = false;
  }
  void end_command() {
    end_word();
    if (!words_.empty()) commands_.push_back(std::move(words_));
    words_.clear();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool in_word_ = false;
  std::string word_;
  std::vector<std::string> words_;
  std::vector<std::vector<std::string>> commands_;
};

bool is_name(std::string_view text) {
  if (text.empty() || std::isdigit(static_cast<unsigned char>(text.front())) != 0) return false;
  for (const char c : text) {
    if (c != '_' && std::isalnum(static_cast<unsigned char>(c)) == 0) return false;
  }
  return true;
}

template <std::size_t count>
bool is_any(std::string_view word, const std::array<std::string_view, count>& words) {
  for (const std::string_view one : words) {
    if (word == one) return true;
  }
  return false;
}

constexpr std::array<std::string_view, 8> leads{"then", "do", "else", "{", "if", "while", "!", "}"};
constexpr std::array<std::string_view, 7> declares{"export",   "local",   "declare", "typeset",
                                                   "readonly", "command", "builtin"};

// NAME=value into `object`; false if the word is none.
bool assign_word(const std::string& word, Value& object) {
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos || !is_name(word.substr(0, equals))) return false;
  object[word.substr(0, equals)] = valid_utf8(word.substr(equals + 1));
  return true;
}

void take_aliases(const std::vector<std::string>& words, std::size_t first, Value& root) {
  Value& aliases = root["alias"];
  if (!aliases.is_object()) aliases = Value::object();
  for (std::size_t i = first; i < words.size(); ++i) {
    const std::size_t equals = words[i].find('=');
    if (equals == std::string::npos) continue;
    aliases[valid_utf8(words[i].substr(0, equals))] = valid_utf8(words[i].substr(equals + 1));
  }
}

void take_command(const std::vector<std::string>& words, Value& root) {
  std::size_t first = 0;
  while (first < words.size() && is_any(words[first], leads)) ++first;
  bool declared = false;
  while (first < words.size() &&
         (is_any(words[first], declares) || (declared && words[first].starts_with('-')))) {
    declared = true;
    ++first;
  }
  while (first < words.size() && assign_word(words[first], root)) ++first;
  if (first == words.size()) return;
  if (words[first] == "alias") return take_aliases(words, first + 1, root);
  std::string rest;
  for (std::size_t i = first + 1; i < words.size(); ++i) {
    rest += (rest.empty() ? "" : " ") + words[i];
  }
  root[valid_utf8(words[first])] = valid_utf8(rest);
}

}  // namespace

Value read_ini(std::string_view text) { return IniReader().read(text); }

Value read_shell(std::string_view text) {
  Value root = Value::object();
  for (const std::vector<std::string>& words : ShellWords(text).all()) take_command(words, root);
  return root;
}

Value read_dockerfile(std::string_view text) {
  Value root = Value::object();
  std::string whole;
  for (const std::string& line : split(text, '\n')) {
    const std::string_view part = trimmed(line);
    if (part.starts_with('#') || (part.empty() && whole.empty())) continue;
    if (part.ends_with('\\')) {
      whole += std::string(part.substr(0, part.size() - 1)) + " ";
      continue;
    }
    whole += part;
    const std::size_t end = whole.find_first_of(blanks);
    const std::string instruction = lower(whole.substr(0, end));
    // Each stage starts from another image, with that image's own user.
    if (instruction == "from") root = Value::object();
    const std::string_view rest =
        end == std::string::npos ? std::string_view() : std::string_view(whole).substr(end);
    if (!instruction.empty()) root[valid_utf8(instruction)] = valid_utf8(unquoted(trimmed(rest)));
    whole.clear();
  }
  return root;
}

}  // namespace redcode::judge
