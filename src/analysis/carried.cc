#include "analysis/carried.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>

#include "analysis/guess.h"
#include "base/json.h"
#include "base/text.h"

namespace redcode::analysis {
namespace {

constexpr std::size_t most_carried = 64;
constexpr std::size_t longest_json = std::size_t{4} << 20U;
constexpr JsonLimits hostile_json{
    .bytes = longest_json, .depth = 40, .members = 2000, .values = 100'000};
constexpr std::size_t most_json_values = 200'000;
constexpr int deepest_text = 3;  // JSON inside a text of JSON
constexpr std::size_t most_json_lines = 1000;

bool is_one_of(std::string_view key, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, lower(key)) != words.end();
}

bool holds_code(std::string_view key) {
  return is_one_of(key, {"code", "source", "source_code", "script", "program", "snippet",
                         "implementation", "solution", "function"});
}

// These hold code only if something else says so.
bool may_hold_code(std::string_view key) {
  return is_one_of(key, {"content", "contents", "body", "text", "data", "file_text", "new_str",
                         "new_string", "insert_text", "answer", "output", "command", "cmd", "input",
                         "response", "result", "patch", "diff", "value"});
}

// A text, or a notebook's list of lines.
std::string text_in(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  std::string all;
  if (!value.is_array()) return all;
  for (const Json& line : value) {
    if (!line.is_string()) return "";
    all += line.get<std::string>();
    if (!all.ends_with('\n')) all += '\n';
  }
  return all;
}

// What an object says of the code in it.
struct Label {
  std::string file = {};
  std::optional<Language> language = {};
};

Label label_of(const Json& object) {
  Label label;
  for (const auto& [key, value] : object.items()) {
    if (!value.is_string()) continue;
    const std::string text = value.get<std::string>();
    if (text.size() > 200) continue;
    if (is_one_of(key, {"language", "lang", "type", "format"}) && !label.language)
      label.language = language_named(text);
    if (is_one_of(key, {"file", "filename", "file_name", "path", "file_path", "name", "title"}) &&
        language_of_file(text))
      label.file = text.substr(text.rfind('/') + 1);
  }
  if (!label.language) label.language = language_of_file(label.file);
  return label;
}

class CarriedReader {
 public:
  void read(const Json& whole, int depth = 0) {
    // Nothing is recursive but for JSON inside texts, which is bounded.
    std::vector<const Json*> next{&whole};
    while (!next.empty() && ++values_ < most_json_values && found_.size() < most_carried) {
      const Json& value = *next.back();
      next.pop_back();
      if (value.is_object()) read_object(value, depth);
      const std::size_t first = next.size();
      if (value.is_structured())
        for (const Json& inner : value)
          if (inner.is_structured()) next.push_back(&inner);
      std::reverse(next.begin() + static_cast<std::ptrdiff_t>(first), next.end());
    }
  }
  std::vector<Source> take() && { return std::move(found_); }

 private:
  void read_object(const Json& object, int depth) {
    const Label label = label_of(object);
    for (const auto& [key, value] : object.items()) {
      const std::string text = text_in(value);
      if (text.empty() || found_.size() >= most_carried) continue;
      if (const auto language = language_of_file(key)) {
        add(key.substr(key.rfind('/') + 1), language, text);
      } else if (holds_code(key) || may_hold_code(key)) {
        take(key, text, label, depth);
      } else if (is_one_of(key, {"arguments", "parameters", "params", "args"})) {
        read_text(text, depth);
      }
    }
  }

  void take(std::string_view key, const std::string& text, const Label& label, int depth) {
    if (trim(text).starts_with('{') && read_text(text, depth)) return;
    if (label.language) return add(label.file, label.language, text);
    if (is_all_code(text) || (holds_code(key) && has_code(text)))
      add(label.file, guess_language(text), text);
  }

  bool read_text(const std::string& text, int depth) {
    if (depth >= deepest_text) return false;
    const auto inner = parse_json(text, hostile_json);
    if (!inner) return false;
    const std::size_t before = found_.size();
    read(*inner, depth + 1);
    return found_.size() > before;
  }

  void add(std::string file, std::optional<Language> language, const std::string& text) {
    found_.push_back({.file = std::move(file), .language = language, .text = text});
    if (!text.ends_with('\n')) found_.back().text += '\n';
  }

  std::vector<Source> found_;
  std::size_t values_ = 0;
};

std::string unescaped(std::string_view text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\\' || at + 1 == text.size()) {
      plain += text[at];
      continue;
    }
    const char letter = text[++at];
    plain += letter == 'n' ? '\n' : letter == 't' ? '\t' : letter;
  }
  return plain;
}

// Texts with bare line ends are no JSON; models write them nevertheless.
std::vector<Source> carried_loosely(std::string_view text) {
  static const RE2 member(
      R"re((?is)"(code|source|source_code|script|program|content|contents)"\s*:\s*"((?:[^"\\]|\\.)*)")re");
  static const RE2 named(R"re((?i)"(?:language|lang)"\s*:\s*"([\w+#-]{1,20})")re");
  std::string language;
  RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), named, &language);
  std::vector<Source> found;
  re2::StringPiece left(text.data(), text.size());
  std::string key;
  std::string value;
  while (found.size() < most_carried && RE2::FindAndConsume(&left, member, &key, &value)) {
    const std::string code = unescaped(value) + '\n';
    if (!is_all_code(code) && !(holds_code(key) && has_code(code))) continue;
    const auto told = language_named(language);
    found.push_back({.file = "", .language = told ? told : guess_language(code), .text = code});
  }
  return found;
}

}  // namespace

std::vector<Source> carried_code(std::string_view text) {
  text = trim(text);
  if (text.size() > longest_json || (!text.starts_with('{') && !text.starts_with('['))) return {};
  CarriedReader reader;
  if (const auto whole = parse_json(text, hostile_json)) {
    reader.read(*whole);
    return std::move(reader).take();
  }
  bool any = false;
  std::vector<std::string> lines = split(text, '\n');
  if (lines.size() > most_json_lines) lines.resize(most_json_lines);
  for (const std::string& line : lines) {
    if (!trim(line).starts_with('{')) continue;
    const auto one = parse_json(line, hostile_json);
    if (one) reader.read(*one);
    any = any || one.has_value();
  }
  return any ? std::move(reader).take() : carried_loosely(text);
}

}  // namespace redcode::analysis
