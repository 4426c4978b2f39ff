// `redcode-bench analysis`: how fast generated code is analysed, beside tree-sitter alone.
#include <chrono>

#include "analysis/installed_rules.h"
#include "analysis/outline.h"
#include "analysis/survey.h"
#include "analysis/syntax.h"
#include "base/files.h"
#include "base/text.h"
#include "bench/options.h"

namespace redcode::app {
namespace {

using analysis::Language;
using Clock = std::chrono::steady_clock;

constexpr std::ptrdiff_t lines_of_a_file = 200;
constexpr std::chrono::duration<double> long_enough{0.5};

// A file of about 200 lines, made of the rules' own negative examples.
std::string file_of(const analysis::Rulebook& rules, Language language) {
  std::vector<std::string> pieces;
  for (const analysis::Rule& rule : rules.rules())
    for (const analysis::Example& example : rule.negative)
      if (example.source.language == language) pieces.push_back(example.source.text + '\n');
  std::string text;
  for (std::size_t next = 0; !pieces.empty(); next = (next + 1) % pieces.size()) {
    if (std::ranges::count(text, '\n') >= lines_of_a_file) break;
    text += pieces[next];
  }
  return text;
}

// Megabytes a second.
template <class Work>
double speed(const std::string& text, const Work& work) {
  std::size_t bytes = 0;
  const auto begin = Clock::now();
  std::chrono::duration<double> spent{0};
  while (spent < long_enough) {
    work();
    bytes += text.size();
    spent = Clock::now() - begin;
  }
  return static_cast<double>(bytes) / spent.count() / 1e6;
}

void measure(const analysis::Rulebook& rules, Language language, Out& out) {
  const std::string text = file_of(rules, language);
  if (text.empty()) {
    out.line("{:<12} no examples", name(language));
    return;
  }
  const std::vector<analysis::Source> sources{{"file", language, text}};
  const double parsed = speed(text, [&] {
    return analysis::parse(language, text, analysis::Deadline(std::chrono::seconds(10)));
  });
  const double surveyed = speed(text, [&] { return analysis::survey(rules, sources); });
  out.line("{:<12}{:>8}{:>12.2f}{:>12.2f}{:>8.2f}", name(language), text.size(), parsed, surveyed,
           surveyed / parsed);
}

// What the rules get to see of a file: for those who write rules.
int print_facts(const std::string& file, Out& out) {
  const std::size_t dot = file.rfind('.');
  const auto language =
      analysis::language_named(dot == std::string::npos ? file : file.substr(dot + 1));
  if (!language) {
    out.line("{}: no language has files of that name", one_line(file, 200));
    return 2;
  }
  const analysis::Outline outline =
      analysis::outline(*language, read_text(file), analysis::Deadline(std::chrono::seconds(2)));
  for (const analysis::Fact& fact : outline.facts) {
    const std::string& function = outline.functions[fact.function].name;
    out.line("{:>4} {:<7} {:<16} {}", fact.line,
             analysis::kind_names.at(static_cast<std::size_t>(fact.kind)), one_line(function, 16),
             one_line(fact.text, 400));
  }
  if (!outline.note.empty()) out.line("{}", outline.note);
  return 0;
}

}  // namespace

int bench_analysis(const AnalysisBenchOptions& options, Out& out) {
  if (!options.facts.empty()) return print_facts(options.facts, out);
  const analysis::Rulebook rules = load_rules(analysis::Examples::checked);
  out.line("{}, {} rules; files of {} lines\n", rules.version(), rules.rules().size(),
           lines_of_a_file);
  out.line("{:<12}{:>8}{:>12}{:>12}{:>8}", "language", "bytes", "parse MB/s", "all MB/s", "ratio");
  for (std::size_t number = 0; number < analysis::all_languages; ++number)
    measure(rules, static_cast<Language>(number), out);
  return 0;
}

}  // namespace redcode::app
