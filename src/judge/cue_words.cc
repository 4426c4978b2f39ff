#include "judge/cue_words.h"

#include <map>

#include "judge/built_in.h"
#include "judge/word_sections.h"

namespace redcode::judge {
namespace {

// The sections by heading, with what they let stand for others put in.
std::map<std::string, std::string> read_cues() {
  static constexpr std::string_view let = "let ";
  std::map<std::string, std::string> patterns;
  for (const WordSection& section : word_sections(cue_lines())) {
    std::string pattern = section.pattern();
    for (const auto& [name, stands_for] : patterns) {
      if (!name.starts_with(let)) continue;
      const std::string mark = "{" + name.substr(let.size()) + "}";
      for (std::size_t at = 0; (at = pattern.find(mark)) != std::string::npos;)
        pattern.replace(at, mark.size(), "(?:" + stands_for + ")");
    }
    patterns.emplace(section.heading, std::move(pattern));
  }
  return patterns;
}

}  // namespace

const std::string& cue_pattern(std::string_view heading) {
  static const std::map<std::string, std::string> patterns = read_cues();
  static const std::string none;
  const auto found = patterns.find(std::string(heading));
  return found == patterns.end() ? none : found->second;
}

}  // namespace redcode::judge
