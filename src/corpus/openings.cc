#include "corpus/openings.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <sstream>
#include <tuple>
#include <utility>

#include "base/text.h"

namespace redcode::corpus {
namespace {

bool punctuation(char c) { return std::ispunct(static_cast<unsigned char>(c)) != 0; }

std::string_view bare(std::string_view word) {
  while (!word.empty() && punctuation(word.front())) word.remove_prefix(1);
  while (!word.empty() && punctuation(word.back())) word.remove_suffix(1);
  return word;
}

}  // namespace

std::string opening_of(std::string_view text) {
  constexpr int wanted = 3;
  // Nobody's first three words are longer.
  std::istringstream words{std::string(text.substr(0, 4096))};
  std::string opening;
  int count = 0;
  for (std::string word; count < wanted && words >> word;) {
    const std::string_view kept = bare(word);
    if (kept.empty()) continue;
    opening += (count == 0 ? "" : " ") + lower(kept);
    ++count;
  }
  return opening;
}

std::vector<Opening> openings_of(const std::vector<Prompt>& prompts) {
  std::map<std::string, Opening> found;
  std::set<std::pair<std::string, std::string_view>> seen;
  std::size_t all = 0;
  for (const Prompt& prompt : prompts) {
    if (prompt.text.empty()) continue;
    ++all;
    const std::string words = opening_of(prompt.text);
    Opening& opening = found[words];
    ++opening.prompts;
    if (seen.emplace(words, prompt.source).second) ++opening.sources;
  }
  std::vector<Opening> openings;
  for (auto& [words, opening] : found) {
    opening.words = words;
    opening.share = static_cast<double>(opening.prompts) / static_cast<double>(all);
    openings.push_back(std::move(opening));
  }
  std::ranges::sort(openings, [](const Opening& left, const Opening& right) {
    return std::tie(right.prompts, left.words) < std::tie(left.prompts, right.words);
  });
  return openings;
}

}  // namespace redcode::corpus
