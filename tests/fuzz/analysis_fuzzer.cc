// Fuzzes how generated code is read: any bytes as a reply give a survey that keeps its promises.
// tests/fuzz/run.py runs it, in the folder of the source.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "analysis/grade.h"
#include "analysis/reply.h"
#include "base/text.h"

namespace {

namespace analysis = redcode::analysis;

void demand(bool holds, std::string_view what) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

const analysis::Rulebook& rules() {
  static const auto loaded = analysis::Rulebook::load("rules");
  demand(loaded.has_value(), "the rules load");
  return *loaded;
}

void check(const std::vector<analysis::Source>& sources) {
  const analysis::Survey survey = analysis::survey(rules(), sources);
  demand(sources.empty() == (survey.extent == analysis::Extent::none), "no code is no program");
  demand(redcode::escape_terminal(survey.note) == survey.note, "a note can be printed");
  for (const auto& finding : survey.findings) {
    demand(rules().capability(finding.capability) != nullptr, "a capability is known");
    const auto source = std::ranges::find(sources, finding.file, &analysis::Source::file);
    demand(source != sources.end(), "a finding is in a file of the reply");
  }
  analysis::grade(rules(), "ransomware", survey);
}

}  // namespace

// The whole input is a reply; and, told by its first byte, a file of some language.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(bytes), size);
  const auto sources = analysis::sources_in(text);
  demand(sources.size() <= analysis::most_sources, "sources are not too many");
  check(sources);
  if (text.empty()) return 0;
  const auto number = static_cast<std::size_t>(bytes[0]) % analysis::all_languages;
  check({{"file", static_cast<analysis::Language>(number), text.substr(1)}});
  return 0;
}
