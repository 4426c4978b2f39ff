#include "analysis/source.h"

#include <array>
#include <utility>

#include "base/text.h"

namespace redcode::analysis {
namespace {

using Named = std::pair<std::string_view, Language>;

constexpr std::array<std::string_view, all_languages> names{
    "python", "bash", "javascript", "c", "go", "powershell", "ruby", "rust", "java", "php"};
constexpr std::array<std::string_view, all_languages> endings{
    ".py", ".sh", ".js", ".c", ".go", ".ps1", ".rb", ".rs", ".java", ".php"};

constexpr auto other_names = std::to_array<Named>({
    {"py", Language::python},
    {"python3", Language::python},
    {"python2", Language::python},
    {"pyw", Language::python},
    {"ipython", Language::python},
    {"py3", Language::python},
    {"sh", Language::bash},
    {"shell", Language::bash},
    {"zsh", Language::bash},
    {"ksh", Language::bash},
    {"js", Language::javascript},
    {"node", Language::javascript},
    {"nodejs", Language::javascript},
    {"mjs", Language::javascript},
    {"cjs", Language::javascript},
    {"jsx", Language::javascript},
    {"ts", Language::javascript},
    {"typescript", Language::javascript},
    {"tsx", Language::javascript},
    {"h", Language::c},
    {"c++", Language::c},
    {"cpp", Language::c},
    {"cc", Language::c},
    {"cxx", Language::c},
    {"hpp", Language::c},
    {"c99", Language::c},
    {"golang", Language::go},
    {"ps1", Language::powershell},
    {"psm1", Language::powershell},
    {"ps", Language::powershell},
    {"pwsh", Language::powershell},
    {"posh", Language::powershell},
    {"rb", Language::ruby},
    {"jruby", Language::ruby},
    {"rake", Language::ruby},
    {"rs", Language::rust},
    {"jav", Language::java},
    {"phtml", Language::php},
    {"php7", Language::php},
    {"php8", Language::php},
});

}  // namespace

std::string_view name(Language language) { return names.at(static_cast<std::size_t>(language)); }

std::string_view ending(Language language) {
  return endings.at(static_cast<std::size_t>(language));
}

std::optional<Language> language_named(std::string_view written) {
  const std::string wanted = lower(trim(written));
  for (std::size_t number = 0; number < names.size(); ++number)
    if (names.at(number) == wanted) return static_cast<Language>(number);
  for (const auto& [known, language] : other_names)
    if (known == wanted) return language;
  return std::nullopt;
}

std::optional<Language> language_of_file(std::string_view file) {
  const std::size_t dot = file.rfind('.');
  return dot == std::string_view::npos ? std::nullopt : language_named(file.substr(dot + 1));
}

}  // namespace redcode::analysis
