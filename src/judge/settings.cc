#include "judge/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/text.h"
#include "base/yaml/documents.h"
#include "judge/settings_lines.h"
#include "judge/settings_toml.h"

namespace redcode::judge {
namespace {

constexpr int deepest = 200;

// Where the string that begins at `at` has its last quote.
std::size_t closing_quote(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return at;
}

// Takes away a comma that only blanks follow.
void drop_last_comma(std::string& json) {
  const std::size_t last = json.find_last_not_of(" \t\r\n");
  if (last != std::string::npos && json[last] == ',') json.erase(last, 1);
}

// JSON as editors write it: without comments, and without a comma before a closing bracket.
std::string plain_json(std::string_view text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"') {
      const std::size_t start = at;
      at = closing_quote(text, start);
      plain += text.substr(start, at + 1 - start);
    } else if (text.substr(at).starts_with("//")) {
      at = std::min(text.find('\n', at), text.size());
      plain += '\n';
    } else if (text.substr(at).starts_with("/*")) {
      const std::size_t end = text.find("*/", at + 2);
      at = end == std::string_view::npos ? text.size() : end + 1;
    } else {
      if (c == '}' || c == ']') drop_last_comma(plain);
      plain += c;
    }
  }
  return plain;
}

bool too_deep(std::string_view json) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t at = 0; at < json.size(); ++at) {
    const char c = json[at];
    if (quoted && c == '\\') ++at;
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (std::string_view("[{").contains(c)) ++depth;
    if (std::string_view("]}").contains(c)) --depth;
    if (depth > deepest) return true;
  }
  return false;
}

std::optional<Settings> json_settings(std::string_view text) {
  const std::string plain = plain_json(text);
  if (too_deep(plain)) return std::nullopt;
  Value value = Value::parse(plain, nullptr, /*allow_exceptions=*/false);
  if (value.is_discarded()) return std::nullopt;
  Settings settings;
  settings.documents.push_back(std::move(value));
  return settings;
}

std::optional<Settings> yaml_settings(std::string_view text) {
  std::optional<std::vector<Value>> documents = yaml::read_documents(text);
  if (!documents) return std::nullopt;
  return Settings{.documents = *std::move(documents)};
}

std::optional<Settings> toml_settings(std::string_view text) {
  std::optional<Value> value = read_toml(text);
  if (!value) return std::nullopt;
  Settings settings;
  settings.documents.push_back(*std::move(value));
  return settings;
}

Settings one_document(Value value, bool fold_case) {
  Settings settings{.documents = {}, .fold_case = fold_case};
  settings.documents.push_back(std::move(value));
  return settings;
}

enum class FileFormat { json, yaml, toml, dockerfile, shell, ini, unknown };

struct NameEnding {
  std::string_view text;
  FileFormat format;
};
constexpr std::array<NameEnding, 30> endings{{{".json", FileFormat::json},
                                              {".jsonc", FileFormat::json},
                                              {".code-workspace", FileFormat::json},
                                              {".webmanifest", FileFormat::json},
                                              {".yaml", FileFormat::yaml},
                                              {".yml", FileFormat::yaml},
                                              {".toml", FileFormat::toml},
                                              {".dockerfile", FileFormat::dockerfile},
                                              {".sh", FileFormat::shell},
                                              {".bash", FileFormat::shell},
                                              {".zsh", FileFormat::shell},
                                              {".envrc", FileFormat::shell},
                                              {".env", FileFormat::shell},
                                              {"bashrc", FileFormat::shell},
                                              {"zshrc", FileFormat::shell},
                                              {"profile", FileFormat::shell},
                                              {"bash_aliases", FileFormat::shell},
                                              {"/environment", FileFormat::shell},
                                              {".ini", FileFormat::ini},
                                              {".cfg", FileFormat::ini},
                                              {".conf", FileFormat::ini},
                                              {".cnf", FileFormat::ini},
                                              {".properties", FileFormat::ini},
                                              {".service", FileFormat::ini},
                                              {".timer", FileFormat::ini},
                                              {".tf", FileFormat::ini},
                                              {".hcl", FileFormat::ini},
                                              {"gitconfig", FileFormat::ini},
                                              {"npmrc", FileFormat::ini},
                                              {"sshd_config", FileFormat::ini}}};

FileFormat format_by_name(std::string_view path) {
  const std::string name = lower(path.substr(path.rfind('/') + 1));
  if (name.starts_with("dockerfile") || name.starts_with("containerfile"))
    return FileFormat::dockerfile;
  if (name.starts_with(".env.")) return FileFormat::shell;
  const std::string whole = lower(path);
  for (const NameEnding& one : endings) {
    if (whole.ends_with(one.text)) return one.format;
  }
  return FileFormat::unknown;
}

std::optional<Settings> read_by_content(std::string_view text) {
  const std::string_view start = trim(text);
  if (start.starts_with("#!")) return one_document(read_shell(text), false);
  if (start.starts_with('{')) {
    if (std::optional<Settings> json = json_settings(text)) return json;
  }
  std::optional<Settings> yaml = yaml_settings(text);
  const bool map = yaml && std::ranges::any_of(yaml->documents, &Value::is_object);
  return map ? std::move(yaml) : one_document(read_ini(text), true);
}

// One step down the names of a key.
class KeySearch {
 public:
  explicit KeySearch(std::vector<std::string> names) : names_(std::move(names)) {}

  void look(const Value& value, std::size_t at, int depth) {
    if (depth > deepest || --steps_ < 0) return;
    if (at == names_.size()) {
      if (!value.is_null()) found.push_back(value);
      return;
    }
    const std::string& name = names_[at];
    if (name == "**") look(value, at + 1, depth + 1);
    if (value.is_object()) look_in_object(value, at, depth);
    if (value.is_array()) look_in_list(value, at, depth);
  }

  std::vector<Value> found = {};

 private:
  void look_in_object(const Value& object, std::size_t at, int depth) {
    if (names_[at] == "*" || names_[at] == "**") {
      const std::size_t next = names_[at] == "*" ? at + 1 : at;
      for (const Value& member : object) look(member, next, depth + 1);
      return;
    }
    // A name may have dots of its own: "tool.black".
    std::string joined;
    for (std::size_t end = at; end < names_.size(); ++end) {
      joined += (end == at ? "" : ".") + names_[end];
      const auto member = object.find(joined);
      if (member != object.end()) look(*member, end + 1, depth + 1);
    }
  }

  void look_in_list(const Value& list, std::size_t at, int depth) {
    const std::string& name = names_[at];
    if (name == "*" || name == "**") {
      const std::size_t next = name == "*" ? at + 1 : at;
      for (const Value& item : list) look(item, next, depth + 1);
      return;
    }
    std::size_t index = 0;
    const char* end = name.data() + name.size();
    if (std::from_chars(name.data(), end, index).ptr != end || index >= list.size()) return;
    look(list[index], at + 1, depth + 1);
  }

  std::vector<std::string> names_;
  int steps_ = 1'000'000;
};

}  // namespace

std::optional<Settings> read_settings(std::string_view path, std::string_view content) {
  if (content.size() > largest_settings || content.contains('\0')) return std::nullopt;
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (content.starts_with(byte_order_mark)) content.remove_prefix(byte_order_mark.size());
  std::optional<Settings> read;
  switch (format_by_name(path)) {
    case FileFormat::json:
      read = json_settings(content);
      // Some readers take more than JSON has: bare names, single quotes.
      return read ? std::move(read) : yaml_settings(content);
    case FileFormat::yaml:
      return yaml_settings(content);
    case FileFormat::toml:
      return toml_settings(content);
    case FileFormat::dockerfile:
      return one_document(read_dockerfile(content), true);
    case FileFormat::shell:
      return one_document(read_shell(content), false);
    case FileFormat::ini:
      return one_document(read_ini(content), true);
    case FileFormat::unknown:
      break;
  }
  return read_by_content(content);
}

std::vector<Value> values_at(const Settings& settings, std::string_view key) {
  KeySearch search(split(settings.fold_case ? lower(key) : std::string(key), '.'));
  for (const Value& document : settings.documents) search.look(document, 0, 0);
  return std::move(search.found);
}

std::string text_of_value(const Value& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_structured() || value.is_null()) return {};
  return value.dump();
}

}  // namespace redcode::judge
