#include "reference/tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "corpus/word_meanings.h"
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

std::string formats_page() {
  std::string text =
      "# Formats\n\nWhat the program writes or reads says in its `format` which format it is in, "
      "as `redcode/report/1`. The number is raised when a reader of the old one would be wrong.\n\n"
      "| format | version | what is in it |\n|---|---|---|\n";
  for (const FormatVersion& one : formats()) {
    text += fmt::format("| `redcode/{}/{}` | {} | {} |\n", one.name, one.version, one.version,
                        one.what);
  }
  return text;
}

}  // namespace redcode::app
