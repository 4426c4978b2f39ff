#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"
#include "reference/reference.h"
#include "reference/tables.h"

namespace redcode::app {
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

std::string link_to(const CommandPage& page) {
  const std::string anchor = fmt::format("{}", fmt::join(page.words, "-"));
  return fmt::format("commands/{}.md{}", page.words.at(1),
                     page.words.size() > 2 ? "#" + anchor : "");
}

std::string options_part(const CommandPage& page) {
  std::string text;
  for (const std::string& section : sections(page)) {
    text += fmt::format("\n{}:\n\n| | |\n|---|---|\n", section);
    for (const OptionPage& option : page.options) {
      if (option.section != section) continue;
      const std::vector<std::string> more = notes(option);
      text += fmt::format("| {} | {}{} |\n", code_cell(signature(option)), marked(option.help),
                          more.empty() ? "" : marked(fmt::format(" ({})", fmt::join(more, "; "))));
    }
  }
  return text;
}

std::string command_part(const CommandPage& page) {
  const std::string heading(page.words.size() - 1, '#');
  std::string text = fmt::format("{} {}\n\n{}.\n\n```text\n{}\n```\n", heading, page.name(),
                                 marked(page.help), usage(page));
  text += options_part(page);
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

}  // namespace

ReferenceFiles markdown_pages(const CommandPage& program) {
  ReferenceFiles files{{.name = "commands.md", .text = index(program)}};
  for (const CommandPage& page : program.below) {
    files.push_back(
        {.name = fmt::format("commands/{}.md", page.words.back()), .text = command_part(page)});
  }
  files.push_back({.name = "oracle-words.md", .text = oracle_words_page()});
  files.push_back({.name = "metrics.md", .text = metrics_page()});
  files.push_back({.name = "exit-codes.md", .text = exit_codes_page()});
  files.push_back({.name = "environment.md", .text = environment_page(program)});
  files.push_back({.name = "formats.md", .text = formats_page()});
  return files;
}

}  // namespace redcode::app
