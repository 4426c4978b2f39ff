#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>

#include "base/text.h"
#include "cli/reference.h"

namespace redcode::cli {
namespace {

// The code point that starts at `at`, which is moved behind it. Requires valid UTF-8.
unsigned next_point(std::string_view text, std::size_t& at) {
  const auto first = static_cast<unsigned char>(text[at++]);
  if (first < 0x80) return first;
  unsigned point = first & (first >= 0xF0 ? 0x07U : first >= 0xE0 ? 0x0FU : 0x1FU);
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) {
    point = point << 6U | (static_cast<unsigned char>(text[at++]) & 0x3FU);
  }
  return point;
}

std::string_view roff_name(unsigned point) {
  switch (point) {
    case '\\':
      return "\\e";
    case '-':
      return "\\-";
    case '\'':
      return "\\(aq";
    case '`':
      return "\\(ga";
    case '^':
      return "\\(ha";
    case '~':
      return "\\(ti";
    case '"':
      return "\\(dq";
    default:
      return {};
  }
}

// Text that troff shows as it is, and takes for no request of its own.
std::string roff(const std::string& text) {
  const std::string valid = valid_utf8(text);
  std::string made;
  for (std::size_t at = 0; at < valid.size();) {
    const bool line_starts = at == 0 || valid[at - 1] == '\n';
    const unsigned point = next_point(valid, at);
    if (line_starts && point == '.') made += "\\&";
    if (const std::string_view name = roff_name(point); !name.empty()) {
      made += name;
    } else if (point < 0x80) {
      made += static_cast<char>(point);
    } else {
      made += fmt::format("\\[u{:04X}]", point);
    }
  }
  return made;
}

std::string dashed(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, "-"));
}

std::string bold(const std::string& text) { return "\\fB" + roff(text) + "\\fR"; }

std::string roff_entry(const std::string& name, const std::string& text) {
  return fmt::format(".TP\n{}\n{}\n", bold(name), roff(text));
}

std::string roff_options(const CommandPage& page) {
  std::string text;
  for (const std::string& section : page.sections) {
    text += section == "Options" || section == "Arguments"
                ? fmt::format(".SH {}\n", section == "Options" ? "OPTIONS" : "ARGUMENTS")
                : fmt::format(".SH OPTIONS: {}\n", roff(section));
    for (const OptionPage& option : page.options) {
      if (option.section != section) continue;
      text += roff_entry(signature(option), help_with_notes(option, '(', ')'));
    }
  }
  return text;
}

std::string see_also(const CommandPage& page) {
  std::vector<std::string> names;
  if (page.words.size() > 1) {
    const std::vector<std::string> above(page.words.begin(), page.words.end() - 1);
    names.push_back(bold(dashed(above)) + "(1)");
  }
  for (const CommandPage& sub : page.below) names.push_back(bold(dashed(sub.words)) + "(1)");
  return names.empty() ? "" : fmt::format(".SH SEE ALSO\n{}\n", fmt::join(names, ",\n"));
}

std::string man_page(const CommandPage& page, const std::string& version) {
  const std::string name = dashed(page.words);
  std::string text = fmt::format(".TH {} 1 \"\" \"{} {}\" \"User Commands\"\n", roff(name),
                                 page.words.front(), roff(version));
  text += fmt::format(".SH NAME\n{} \\- {}\n", roff(name), roff(page.help));
  text += fmt::format(".SH SYNOPSIS\n{}\n", bold(usage(page)));
  if (!page.below.empty()) text += ".SH COMMANDS\n";
  for (const CommandPage& sub : page.below) text += roff_entry(sub.words.back(), sub.help);
  text += roff_options(page);
  text += ".SH EXIT STATUS\n";
  for (const auto& [code, meaning] : page.exit_codes)
    text += roff_entry(std::to_string(code), meaning);
  if (!page.examples.empty()) {
    text += fmt::format(".SH EXAMPLE\n.nf\n{}\n.fi\n",
                        roff(fmt::format("{}", fmt::join(page.examples, "\n"))));
  }
  return text + see_also(page);
}

}  // namespace

ReferenceFiles man_pages(const CommandPage& program, const std::string& version) {
  ReferenceFiles files;
  for (const CommandPage* page : all_pages(program)) {
    files.push_back({.name = dashed(page->words) + ".1", .text = man_page(*page, version)});
  }
  return files;
}

}  // namespace redcode::cli
