#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "base/text.h"
#include "cli/reference.h"

namespace redcode::cli {
namespace {

// Plain text with `code` in it, as Markdown, inside a table too.
std::string marked(const std::string& text) {
  std::string made;
  bool code = false;
  for (const char c : text) {
    if (c == '`') code = !code;
    const bool special = c == '|' || (!code && std::string_view("\\*_<[").contains(c));
    if (special) made += '\\';
    made += c;
  }
  return made;
}

// `text` as code, in a cell of a table.
std::string code_cell(const std::string& text) {
  std::string made = "`";
  for (const char c : text) {
    if (c == '|') made += '\\';
    made += c;
  }
  return made + "`";
}

std::string link_to(const CommandPage& page) {
  const std::string anchor = fmt::format("{}", fmt::join(page.words, "-"));
  return fmt::format("commands/{}.md{}", page.words.at(1),
                     page.words.size() > 2 ? "#" + anchor : "");
}

std::string option_tables(const CommandPage& page) {
  std::string text;
  for (const std::string& section : page.sections) {
    text += fmt::format("\n{}:\n\n| | |\n|---|---|\n", section);
    for (const OptionPage& option : page.options) {
      if (option.section != section) continue;
      text += fmt::format("| {} | {} |\n", code_cell(signature(option)),
                          marked(help_with_notes(option, '(', ')')));
    }
  }
  return text;
}

std::string command_part(const CommandPage& page) {
  const std::string heading(page.words.size() - 1, '#');
  std::string text = fmt::format("{} {}\n\n{}.\n\n```text\n{}\n```\n", heading, page.name(),
                                 marked(page.help), usage(page));
  text += option_tables(page);
  if (page.below.empty() && !page.examples.empty()) {
    text += fmt::format("\nExample:\n\n```sh\n{}\n```\n", fmt::join(page.examples, "\n"));
  }
  for (const CommandPage& sub : page.below) text += "\n" + command_part(sub);
  return text;
}

std::string index(const CommandPage& program) {
  std::string text = "# Commands\n\nEvery command, as the program itself describes it.\n\n";
  text += "| command | |\n|---|---|\n";
  for (const CommandPage* page : all_pages(program)) {
    if (page->words.size() == 1) continue;
    text += fmt::format("| [`{}`]({}) | {} |\n", page->name(), link_to(*page), marked(page->help));
  }
  return text;
}

std::string exit_codes_page(const std::string& program, const ExitCodes& all) {
  std::string text =
      "# Exit codes\n\nOf every command, unless it has its own below. 1 always says that the "
      "command was carried out and the answer is no.\n\n| code | meaning |\n|---|---|\n";
  std::string own = "\n## Codes of their own\n\n| command | code | meaning |\n|---|---|---|\n";
  for (const auto& [command, codes] : all) {
    for (const auto& [code, meaning] : codes) {
      const std::string line = fmt::format("{} | {} |\n", code, meaning);
      (command == program ? text : own) +=
          command == program ? "| " + line : fmt::format("| `{}` | {}", command, line);
    }
  }
  return text + own;
}

std::string environment_page(const CommandPage& program, const Variables& variables) {
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
  for (const auto& [name, meaning] : variables)
    text += fmt::format("| `{}` | {} |\n", name, meaning);
  return text;
}

}  // namespace

ReferenceFiles markdown_pages(const CommandPage& program, const Guide& guide,
                              const Variables& variables) {
  ReferenceFiles files{{.name = "commands.md", .text = index(program)}};
  for (const CommandPage& page : program.below) {
    files.push_back(
        {.name = fmt::format("commands/{}.md", page.words.back()), .text = command_part(page)});
  }
  files.push_back(
      {.name = "exit-codes.md", .text = exit_codes_page(program.name(), guide.exit_codes)});
  files.push_back({.name = "environment.md", .text = environment_page(program, variables)});
  return files;
}

}  // namespace redcode::cli
