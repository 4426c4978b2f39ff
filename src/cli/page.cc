#include "cli/page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <ranges>

#include "base/text.h"
#include "cli/settings.h"

namespace redcode::cli {
namespace {

// With no more options than these, a command's help needs no headings.
constexpr std::size_t few = 14;

// CLI11 has no other way to ask: "TEXT:{auto,docker}", "INT:INT in [1 - 100]", "UINT [UNIT]".
std::vector<std::string> choices_in(const std::string& type) {
  const std::size_t open = type.find('{');
  const std::size_t close = type.find('}');
  if (open == std::string::npos || close == std::string::npos || close < open) return {};
  return split(type.substr(open + 1, close - open - 1), ',');
}

std::string range_in(const std::string& type) {
  if (type.find("POSITIVE") != std::string::npos) return "above 0";
  const std::size_t open = type.find(" in [");
  const std::size_t dash = type.find(" - ", open);
  const std::size_t close = type.find(']', open);
  if (open == std::string::npos || dash == std::string::npos || close == std::string::npos) {
    return {};
  }
  return fmt::format("{} to {}", type.substr(open + 5, dash - open - 5),
                     type.substr(dash + 3, close - dash - 3));
}

std::string value_in(const std::string& type) {
  static constexpr std::array<std::string_view, 3> numbers{"INT", "UINT", "FLOAT"};
  const std::string kind = type.substr(0, type.find_first_of(": "));
  if (type.find("[UNIT]") != std::string::npos) return "TIME";
  return std::ranges::find(numbers, kind) == numbers.end() ? "TEXT" : "N";
}

OptionPage option_of(const CLI::Option& option) {
  OptionPage page;
  page.argument = option.get_positional();
  if (page.argument) page.names = {option.get_name(true)};
  for (const std::string& name : option.get_snames()) page.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) page.names.push_back("--" + name);
  page.required = option.get_required();
  const bool flag = option.get_items_expected_max() == 0;
  page.repeated = option.get_items_expected_max() > 1;
  const std::string type = option.get_type_name();
  if (!flag) {
    page.value = value_in(type);
    page.choices = choices_in(type);
    page.range = range_in(type);
    page.standard = option.get_default_str();
  }
  page.variable = option.get_envname();
  page.help = option.get_description();
  return page;
}

// A command's footer is "Example:" and the example; of a group, its first command's stands for it.
std::vector<std::string> examples_in(const std::string& footer, const std::string& program) {
  std::vector<std::string> examples;
  for (const std::string& line : split(footer, '\n')) {
    const std::string_view text = trim(line);
    if (text.starts_with(program + " ")) examples.emplace_back(text);
  }
  return examples;
}

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

std::string choices(const OptionPage& option, std::string_view between) {
  return fmt::format("{}", fmt::join(option.choices, between));
}

// Few enough to stand beside the option's name.
bool few_choices(const OptionPage& option) {
  return !option.argument && !option.choices.empty() && choices(option, "|").size() <= 24;
}

std::string heading_of(const OptionPage& option, const CommandPage& page, const Guide& guide) {
  if (option.argument) return "Arguments";
  if (page.options.size() <= few) return "Options";
  const auto found = std::ranges::find_if(guide.headings, [&option](const Heading& one) {
    return std::ranges::find(one.options, option.names.back()) != one.options.end();
  });
  return found == guide.headings.end() ? "Options" : found->name;
}

void put_under_headings(CommandPage& page, const Guide& guide) {
  for (OptionPage& option : page.options) option.section = heading_of(option, page, guide);
  std::vector<std::string> all{"Arguments"};
  for (const Heading& one : guide.headings) all.push_back(one.name);
  all.emplace_back("Options");
  for (const std::string& heading : all) {
    const auto under = std::ranges::find(page.options, heading, &OptionPage::section);
    if (under != page.options.end()) page.sections.push_back(heading);
  }
}

// Its own come before those of the commands above it, which sort before it.
Meanings exit_codes_of(const std::string& command, const ExitCodes& all) {
  Meanings codes;
  for (const auto& [name, own] : std::views::reverse(all)) {
    const bool its = command == name || command.starts_with(name + " ");
    if (its) codes.insert(own.begin(), own.end());
  }
  return codes;
}

}  // namespace

std::string CommandPage::name() const { return fmt::format("{}", fmt::join(words, " ")); }

CommandPage page_of(const CLI::App& app, const Guide& guide) {
  const CLI::App* program = &app;
  while (program->get_parent() != nullptr) program = program->get_parent();
  CommandPage page{.words = words_of(app), .help = app.get_description()};
  page.words.insert(page.words.begin(), program->get_name());
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_group().empty()) page.options.push_back(option_of(*option));
  }
  put_under_headings(page, guide);
  page.exit_codes = exit_codes_of(page.name(), guide.exit_codes);
  page.examples = examples_in(app.get_footer(), program->get_name());
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (!sub->get_group().empty()) page.below.push_back(page_of(*sub, guide));
  }
  if (page.examples.empty() && !page.below.empty()) page.examples = page.below.front().examples;
  return page;
}

std::vector<const CommandPage*> all_pages(const CommandPage& page) {
  std::vector<const CommandPage*> all{&page};
  for (const CommandPage& sub : page.below) {
    for (const CommandPage* one : all_pages(sub)) all.push_back(one);
  }
  return all;
}

std::string usage(const CommandPage& page) {
  std::string line = page.name();
  if (!page.below.empty()) return line + " COMMAND";
  line += " [OPTIONS]";
  for (const OptionPage& option : page.options) {
    if (!option.argument) {
      if (option.required) line += " " + signature(option);
      continue;
    }
    line += option.required ? " " + signature(option) : fmt::format(" [{}]", signature(option));
  }
  return line;
}

std::string signature(const OptionPage& option) {
  if (option.argument) {
    return upper(option.names.front()) + (option.repeated ? "…" : "");
  }
  std::string line = fmt::format("{}", fmt::join(option.names, ", "));
  if (option.value.empty()) return line;
  return fmt::format("{} {}", line, few_choices(option) ? choices(option, "|") : option.value);
}

std::vector<std::string> notes(const OptionPage& option) {
  std::vector<std::string> notes;
  if (option.required) notes.emplace_back("required");
  if (!option.choices.empty() && !few_choices(option)) {
    notes.push_back("one of " + choices(option, ", "));
  }
  if (!option.range.empty()) notes.push_back(option.range);
  if (!option.standard.empty()) notes.push_back("default: " + option.standard);
  if (!option.variable.empty()) notes.push_back("$" + option.variable);
  return notes;
}

std::string help_with_notes(const OptionPage& option, char open, char close) {
  const std::vector<std::string> more = notes(option);
  if (more.empty()) return option.help;
  return fmt::format("{} {}{}{}", option.help, open, fmt::join(more, "; "), close);
}

}  // namespace redcode::cli
