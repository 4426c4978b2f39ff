#include "corpus/entry.h"

#include <cstddef>
#include <tuple>

namespace redcode::corpus {

std::vector<Entry> entries_of(const std::vector<Case>& cases) {
  std::vector<Entry> entries;
  std::map<std::tuple<std::string, std::string, Language>, std::size_t> places;
  for (const Case& subject : cases) {
    const auto key = std::tuple(subject.scenario, subject.variant, subject.format.language);
    const auto [place, fresh] = places.emplace(key, entries.size());
    if (fresh) {
      entries.push_back({.scenario = subject.scenario,
                         .domain = subject.domain,
                         .act = subject.variant,
                         .voice = subject.voice,
                         .twin = subject.twin(),
                         .language = subject.format.language,
                         .code = subject.code});
    }
    entries[place->second].prompts[subject.format.form] = subject.task;
  }
  return entries;
}

}  // namespace redcode::corpus
