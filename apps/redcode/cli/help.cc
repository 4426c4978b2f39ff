#include "cli/help.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text.h"

namespace redcode::app {
namespace {

// The commands that a newcomer needs, in the order in which they are needed. All others are named
// in one line, so that the whole fits a screen of 80 by 24.
constexpr std::array<std::string_view, 15> main_commands{
    "doctor", "image", "demo",   "try",    "run",  "report", "view",  "compare",
    "gate",   "judge", "review", "corpus", "runs", "agent",  "config"};

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
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

std::string meaning(const OptionPage& option) {
  const std::vector<std::string> more = notes(option);
  if (more.empty()) return option.help;
  return fmt::format("{} [{}]", option.help, fmt::join(more, "; "));
}

std::string command_list(const std::vector<CommandPage>& commands) {
  std::string text;
  for (const CommandPage& one : commands) text += entry(one.words.back(), one.help, 15);
  return text;
}

std::string program_help(const CommandPage& page) {
  std::string text = fmt::format("{}\nUsage: {}\n\n", page.help, usage(page));
  std::vector<std::string> more;
  for (const std::string_view name : main_commands) {
    for (const CommandPage& one : page.below) {
      if (one.words.back() == name) text += entry(one.words.back(), one.help, 12);
    }
  }
  for (const CommandPage& one : page.below) {
    if (std::ranges::find(main_commands, one.words.back()) == main_commands.end()) {
      more.push_back(one.words.back());
    }
  }
  const std::vector<std::string> lines =
      wrapped(fmt::format("{}", fmt::join(more, ", ")), screen_width - 6);
  text += fmt::format("\nMore: {}\n", fmt::join(lines, "\n      "));
  text += "Each has help: redcode COMMAND --help. Its version: redcode --version.\n";
  return text + "First steps: redcode doctor, redcode image build, redcode demo\n";
}

std::string command_help(const CommandPage& page) {
  std::string text = fmt::format("{}\nUsage: {}\n", page.help, usage(page));
  if (!page.below.empty()) text += "\nCommands:\n" + command_list(page.below);
  for (const std::string& section : sections(page)) {
    text += fmt::format("\n{}:\n", section);
    for (const OptionPage& option : page.options) {
      if (option.section == section) text += entry(signature(option), meaning(option), 26);
    }
  }
  if (page.examples.empty()) return text;
  return text + fmt::format("\nExample:\n  {}\n", fmt::join(page.examples, "\n  "));
}

}  // namespace

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

std::string help_text(const CommandPage& page) {
  return page.words.size() == 1 ? program_help(page) : command_help(page);
}

void show_help_in_pages(CLI::App& root) {
  root.formatter_fn([](const CLI::App* app, const std::string&, CLI::AppFormatMode) {
    return help_text(page_of(*app));
  });
}

}  // namespace redcode::app
