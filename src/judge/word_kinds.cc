#include "judge/word_kinds.h"

#include <map>

#include "judge/built_in.h"
#include "judge/word_sections.h"

namespace redcode::judge {
namespace {

using KindsOfWords = std::map<std::string, std::string, std::less<>>;

KindsOfWords read_kinds() {
  KindsOfWords kinds;
  for (const WordSection& section : word_sections(word_kind_lines())) {
    for (const std::string_view line : section.lines) {
      for (std::string& word : between_spaces(line))
        kinds.emplace(std::move(word), section.heading);
    }
  }
  return kinds;
}

}  // namespace

std::string_view kind_of_word(std::string_view word) {
  static const KindsOfWords kinds = read_kinds();
  if (const auto found = kinds.find(word); found != kinds.end()) return found->second;
  if (word.size() > 4 && word.ends_with("ed")) return word.starts_with("un") ? "KEEP" : "ED";
  if (word.size() > 4 && word.ends_with("ing")) return "ING";
  return word;
}

}  // namespace redcode::judge
