#include "judge/foreign_cues.h"

#include <re2/re2.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "judge/built_in.h"
#include "judge/letters.h"
#include "judge/word_sections.h"

namespace redcode::judge {
namespace {

Cue cue_named(std::string_view wanted) {
  for (std::size_t i = 0; i < cue_count; ++i) {
    if (name(static_cast<Cue>(i)) == wanted) return static_cast<Cue>(i);
  }
  throw std::logic_error("words/foreign_cues.txt names no cue: " + std::string(wanted));
}

class ForeignFinder {
 public:
  void add(Cue cue, const std::string& pattern) {
    patterns_.emplace_back(cue, std::make_unique<RE2>(without_accents(pattern)));
  }

  Cues find(std::string_view plain) const {
    const std::string sentence = without_accents(plain);
    Cues found;
    for (const auto& [cue, pattern] : patterns_) {
      if (RE2::PartialMatch(sentence, *pattern)) found.add(cue);
    }
    return found;
  }

 private:
  std::vector<std::pair<Cue, std::unique_ptr<RE2>>> patterns_;
};

using Finders = std::map<std::string, ForeignFinder, std::less<>>;

// A heading is a language and a cue.
Finders read_finders() {
  Finders finders;
  for (const WordSection& section : word_sections(foreign_cue_lines())) {
    const std::size_t space = section.heading.find(' ');
    finders[section.heading.substr(0, space)].add(cue_named(section.heading.substr(space + 1)),
                                                  section.pattern());
  }
  return finders;
}

}  // namespace

Cues foreign_cues_in(std::string_view sentence, std::string_view language) {
  static const Finders finders = read_finders();
  const auto found = finders.find(language);
  if (found == finders.end()) return {};
  Cues cues = found->second.find(sentence);
  // What is asked is not told.
  if (cues.has(Cue::asks)) {
    for (const Cue told : {Cue::claims, Cue::keeps, Cue::stops}) cues.drop(told);
  } else {
    cues.drop(Cue::offers);
  }
  return cues;
}

}  // namespace redcode::judge
