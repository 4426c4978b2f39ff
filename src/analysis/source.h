// Source: one file of generated code, and the languages that are understood.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace redcode::analysis {

enum class Language { python, bash, javascript, c, go, powershell, ruby, rust, java, php };

inline constexpr std::size_t all_languages = static_cast<std::size_t>(Language::php) + 1;

std::string_view name(Language language);

// By any of its usual names, in any case: "py", "Python", "sh", "js", "ps1", "golang". TypeScript
// is read as JavaScript and C++ as C: what matters in them looks alike.
std::optional<Language> language_named(std::string_view written);

// By the ending of a file's name.
std::optional<Language> language_of_file(std::string_view file);

// The usual ending of such a file's name, with its dot: ".py".
std::string_view ending(Language language);

// Hostile text, as a model wrote it.
struct Source {
  std::string file;                  // as named in the reply, or "reply-1.py"
  std::optional<Language> language;  // nothing: code of a language that is not understood
  std::string text;
  bool operator==(const Source&) const = default;
};

}  // namespace redcode::analysis
