#include "cli/page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.h"
#include "cli/sections.h"
#include "config/tree.h"

namespace redcode::app {
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
std::vector<std::string> examples_in(const std::string& footer) {
  std::vector<std::string> examples;
  for (const std::string& line : split(footer, '\n')) {
    const std::string_view text = trim(line);
    if (text.starts_with("redcode ")) examples.emplace_back(text);
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

}  // namespace

std::string CommandPage::name() const { return fmt::format("{}", fmt::join(words, " ")); }

CommandPage page_of(const CLI::App& app) {
  CommandPage page{.words = words_of(app), .help = app.get_description()};
  page.words.insert(page.words.begin(), "redcode");
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_group().empty()) page.options.push_back(option_of(*option));
  }
  for (OptionPage& option : page.options) {
    option.section = "Options";
    if (page.options.size() > few) option.section = section_of(option.names.back());
    if (option.argument) option.section = "Arguments";
  }
  page.examples = examples_in(app.get_footer());
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (!sub->get_group().empty()) page.below.push_back(page_of(*sub));
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

std::vector<std::string> sections(const CommandPage& page) {
  std::vector<std::string> used;
  for (const std::string_view heading : all_sections()) {
    const bool is =
        std::ranges::find(page.options, heading, &OptionPage::section) != page.options.end();
    if (is) used.emplace_back(heading);
  }
  return used;
}

}  // namespace redcode::app
