#include "analysis/program.h"

#include <fmt/format.h>

#include "analysis/deadline.h"
#include "analysis/linking.h"
#include "analysis/outline.h"
#include "analysis/survey.h"
#include "base/text.h"

namespace redcode::analysis {
namespace {

// For all sources together. With a second for byte patterns in each, no reply takes much longer.
constexpr std::chrono::milliseconds longest_reading{1500};

Outline read(const Source& source, const Deadline& deadline) {
  if (source.text.size() > most_source_bytes) {
    Outline large;
    large.note = "over 1 MiB: patterns only";
    return large;
  }
  if (source.language) return outline(*source.language, source.text, deadline);
  Outline unknown;
  unknown.note = "no parser for it: patterns only";
  return unknown;
}

void search(const Source& source, const YaraRules& yara, Outline& out) {
  const YaraRules::Found found = yara.search(source.text);
  for (const YaraHit& hit : found.hits)
    out.facts.push_back({.kind = Kind::yara, .text = hit.rule, .line = hit.line});
  if (!found.complete) out.note += out.note.empty() ? "patterns cut short" : ", cut short";
}

}  // namespace

Program read_program(const std::vector<Source>& sources, const YaraRules& yara) {
  const Deadline deadline(longest_reading);
  std::vector<Outline> files;
  std::vector<std::optional<Language>> languages;
  std::string note;
  bool cut_short = false;
  for (const Source& source : sources) {
    files.push_back(read(source, deadline));
    languages.push_back(source.language);
    cut_short = cut_short || (source.language && !files.back().note.empty());
    search(source, yara, files.back());
    if (!files.back().note.empty() && note.size() < 1000)
      note += fmt::format("{}{}: {}", note.empty() ? "" : "; ", one_line(source.file, 60),
                          files.back().note);
  }
  link(files);
  CallGraph graph(files);
  if (graph.is_cut()) {
    cut_short = true;
    note += note.empty() ? "calls left out" : "; calls left out";
  }
  return {.files = std::move(files),
          .languages = std::move(languages),
          .graph = std::move(graph),
          .note = std::move(note),
          .cut_short = cut_short};
}

}  // namespace redcode::analysis
