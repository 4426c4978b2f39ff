#include "cli/help.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "base/text.h"

namespace redcode::cli {
namespace {

constexpr std::size_t screen_width = 80;

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

// The text broken into lines of at most `width` characters.
std::vector<std::string> wrapped(const std::string& text, std::size_t width) {
  std::vector<std::string> lines(1);
  for (const std::string& word : split(text, ' ')) {
    if (word.empty()) continue;
    if (!lines.back().empty() && width_of(lines.back()) + 1 + width_of(word) > width) {
      lines.emplace_back();
    }
    lines.back() += (lines.back().empty() ? "" : " ") + word;
  }
  return lines;
}

// A name, and what it means beside it, or below it when the name is long.
std::string entry(const std::string& name, const std::string& meaning, std::size_t column) {
  std::string text = "  " + name;
  const std::vector<std::string> lines = wrapped(meaning, screen_width - column);
  const bool beside = width_of(text) + 2 <= column;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i == 0 && beside) {
      text += std::string(column - width_of(text), ' ');
    } else {
      text += "\n" + std::string(column, ' ');
    }
    text += lines[i];
  }
  return text + "\n";
}

std::string command_list(const std::vector<CommandPage>& commands) {
  std::string text;
  for (const CommandPage& one : commands) text += entry(one.words.back(), one.help, 15);
  return text;
}

// The main commands, and all others in one line, so that the whole fits a screen of 80 by 24.
std::string program_help(const CommandPage& page, const Guide& guide) {
  std::string text = fmt::format("{}\nUsage: {}\n\n", page.help, usage(page));
  for (const std::string& name : guide.main_commands) {
    for (const CommandPage& one : page.below) {
      if (one.words.back() == name) text += entry(name, one.help, 12);
    }
  }
  std::vector<std::string> more;
  for (const CommandPage& one : page.below) {
    const std::string& name = one.words.back();
    if (std::ranges::find(guide.main_commands, name) == guide.main_commands.end()) {
      more.push_back(name);
    }
  }
  const std::vector<std::string> lines =
      wrapped(fmt::format("{}", fmt::join(more, ", ")), screen_width - 6);
  text += fmt::format("\nMore: {}\n", fmt::join(lines, "\n      "));
  text +=
      fmt::format("Each has help: {0} COMMAND --help. Its version: {0} --version.\n", page.name());
  return text + guide.first_steps + "\n";
}

std::string command_help(const CommandPage& page) {
  std::string text = fmt::format("{}\nUsage: {}\n", page.help, usage(page));
  if (!page.below.empty()) text += "\nCommands:\n" + command_list(page.below);
  for (const std::string& section : page.sections) {
    text += fmt::format("\n{}:\n", section);
    for (const OptionPage& option : page.options) {
      if (option.section == section)
        text += entry(signature(option), help_with_notes(option, '[', ']'), 26);
    }
  }
  if (page.examples.empty()) return text;
  return text + fmt::format("\nExample:\n  {}\n", fmt::join(page.examples, "\n  "));
}

}  // namespace

std::string help_text(const CommandPage& page, const Guide& guide) {
  return page.words.size() == 1 ? program_help(page, guide) : command_help(page);
}

void show_help_in_pages(CLI::App& root, const Guide& guide) {
  root.formatter_fn([&guide](const CLI::App* app, const std::string&, CLI::AppFormatMode) {
    return help_text(page_of(*app, guide), guide);
  });
}

}  // namespace redcode::cli
