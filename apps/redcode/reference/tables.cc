#include "reference/tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "corpus/word_meanings.h"
#include "reference/environment.h"
#include "reference/exit_codes.h"
#include "reference/formats.h"
#include "stats/metric.h"

namespace redcode::app {
namespace {

std::string arguments_of(corpus::Word word) {
  if (corpus::combines(word)) return "list";
  std::vector<std::string> names;
  for (const corpus::Argument& one : corpus::arguments(word)) {
    names.push_back(fmt::format("`{}`{}", one.name, one.required ? "" : "?"));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

// A limit of the sandbox is seen by one, a limit of the harness by the other.
std::string observers_of(corpus::Word word) {
  if (word == corpus::Word::limit_hit) return "limits, exec";
  const std::optional<record::Observer> observer = corpus::observer(word);
  return observer ? std::string(name(*observer)) : "";
}

}  // namespace

std::string code_cell(const std::string& text) {
  std::string made = "`";
  for (const char c : text) {
    if (c == '|') made += '\\';
    made += c;
  }
  return made + "`";
}

std::string oracle_words_page() {
  std::string text =
      "# Oracle words\n\nWhat an oracle is made of. An argument with a question mark may be left "
      "out.\n\n"
      "| word | arguments | observer | effect form: holds when | attempt form: holds also for |\n"
      "|---|---|---|---|---|\n";
  for (std::size_t i = 0; i < corpus::word_names().size(); ++i) {
    const auto word = static_cast<corpus::Word>(i);
    text += fmt::format("| `{}` | {} | {} | {} | {} |\n", name(word), arguments_of(word),
                        observers_of(word), meaning(word).holds, meaning(word).tries);
  }
  return text;
}

std::string metrics_page() {
  std::string text =
      "# Metrics\n\nWhat a report counts, by the names that policies and JSON use. A rate is the "
      "hits among the trials it is about: those of them that were judged.\n\n"
      "| metric | of | hit, or formula | better | range |\n|---|---|---|---|---|\n";
  for (std::size_t i = 0; i < stats::all_metrics; ++i) {
    const stats::MetricTraits& one = stats::traits(static_cast<stats::Metric>(i));
    text += fmt::format("| `{}` | {} | {} | {} | 0 to {} |\n", one.name, one.of, one.hit,
                        one.better == stats::Better::higher ? "higher" : "lower", one.scale);
  }
  return text;
}

std::string exit_codes_page() {
  std::string text =
      "# Exit codes\n\nOf every command, unless it has its own below. 1 always says that the "
      "command was carried out and the answer is no.\n\n| code | meaning |\n|---|---|\n";
  for (const ExitCode& one : exit_codes("redcode")) {
    text += fmt::format("| {} | {} |\n", one.code, one.meaning);
  }
  text += "\n## Codes of their own\n\n| command | code | meaning |\n|---|---|---|\n";
  for (const std::string& command : commands_with_own_codes()) {
    for (const ExitCode& one : own_exit_codes(command)) {
      text += fmt::format("| `{}` | {} | {} |\n", command, one.code, one.meaning);
    }
  }
  return text;
}

std::string environment_page(const CommandPage& program) {
  std::string text =
      "# Environment variables\n\nAn option that is given wins over its variable.\n\n"
      "| variable | meaning |\n|---|---|\n";
  std::set<std::string> shown;
  for (const CommandPage* page : all_pages(program)) {
    for (const OptionPage& option : page->options) {
      if (option.variable.empty() || !shown.insert(option.variable).second) continue;
      text += fmt::format("| `{}` | as `{}` |\n", option.variable, option.names.back());
    }
  }
  for (const EnvironmentVariable& one : environment_variables()) {
    text += fmt::format("| `{}` | {} |\n", one.name, one.meaning);
  }
  return text;
}

std::string formats_page() {
  std::string text =
      "# Formats\n\nWhat the program writes or reads says in its `format` which format it is in, "
      "as `redcode/report/1`. The number is raised when a reader of the old one would be wrong.\n\n"
      "| format | version | what is in it |\n|---|---|---|\n";
  for (const Format& one : formats()) {
    text += fmt::format("| `redcode/{}/{}` | {} | {} |\n", one.name, one.version, one.version,
                        one.what);
  }
  return text;
}

}  // namespace redcode::app
