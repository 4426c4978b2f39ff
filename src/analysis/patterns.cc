#include "analysis/patterns.h"

#include <algorithm>
#include <numeric>

namespace redcode::analysis {
namespace {

constexpr std::int64_t most_pattern_memory = std::int64_t{1} << 20U;  // of one pattern
// Shorter words are everywhere and cost more than they save; only a pattern that has no others is
// searched for by them.
constexpr int usual_word = 3;
constexpr int shortest_word = 1;
constexpr std::size_t most_sets = 8;  // one bit of a byte each

RE2::Options options() {
  RE2::Options options(RE2::Latin1);  // bytes: facts need not be valid UTF-8
  options.set_case_sensitive(false);
  options.set_log_errors(false);
  options.set_max_mem(most_pattern_memory);
  options.set_dot_nl(true);
  return options;
}

re2::StringPiece piece(std::string_view text) { return {text.data(), text.size()}; }

bool may_match(const re2::FilteredRE2& pattern, const std::vector<int>& words_there) {
  std::vector<int> passed;
  pattern.AllPotentials(words_there, &passed);
  return !passed.empty();
}

// RE2 says which words there must be as ANDs and ORs. Words are taken for there, the short ones
// first, as long as the pattern still cannot match: one of the others is then in all that it
// matches. They are added to `there`. None: what is there is enough.
std::vector<int> one_of(const re2::FilteredRE2& pattern, const std::vector<int>& order,
                        std::vector<int>& there) {
  std::vector<int> needed;
  if (may_match(pattern, there)) return needed;
  std::vector<int> most = there;
  for (const int word : order) {
    most.push_back(word);
    if (!may_match(pattern, most)) continue;
    most.pop_back();
    needed.push_back(word);
  }
  there.insert(there.end(), needed.begin(), needed.end());
  return needed;
}

// Sets of words; one of each is in all that the pattern matches.
std::vector<std::vector<int>> needed_words(const re2::FilteredRE2& pattern,
                                           const std::vector<std::string>& words) {
  std::vector<int> order(words.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](int word) {
    return std::pair(words[static_cast<std::size_t>(word)].size(), word);
  });
  std::vector<std::vector<int>> sets;
  std::vector<int> there;
  while (sets.size() < most_sets) {
    std::vector<int> set = one_of(pattern, order, there);
    if (set.empty()) break;
    std::erase_if(order, [&](int word) { return std::ranges::find(set, word) != set.end(); });
    sets.push_back(std::move(set));
  }
  return sets;
}

}  // namespace

Result<const PatternSets::Regex*> PatternSets::regex_of(const std::string& pattern) {
  if (const auto found = regexes_.find(pattern); found != regexes_.end()) return &found->second;
  Regex made;
  std::vector<std::string> words;
  for (const int shortest : {usual_word, shortest_word}) {
    made.alone = std::make_unique<re2::FilteredRE2>(shortest);
    int place = 0;
    if (made.alone->Add(pattern, options(), &place) != RE2::NoError)
      return std::unexpected(
          Error{.code = "rules-bad-pattern", .message = RE2(pattern, options()).error()});
    made.alone->Compile(&words);
    if (!words.empty()) break;
  }
  if (!words.empty()) {
    for (const std::vector<int>& set : needed_words(*made.alone, words)) {
      std::vector<WordId>& needed = made.needed.emplace_back();
      for (const int word : set)
        needed.push_back(words_.add(words[static_cast<std::size_t>(word)]));
    }
  }
  return &regexes_.emplace(pattern, std::move(made)).first->second;
}

Result<PatternId> PatternSets::add(Kind kind, const std::string& pattern) {
  if (const auto found = known_.find({kind, pattern}); found != known_.end()) return found->second;
  const Result<const Regex*> regex = regex_of(pattern);
  if (!regex) return std::unexpected(regex.error());
  const auto id = static_cast<PatternId>(patterns_.size());
  known_.emplace(std::pair(kind, pattern), id);
  patterns_.push_back({.kind = kind, .regex = *regex});
  return id;
}

void PatternSets::compile() {
  words_.compile();
  for (auto& of_kind : with_word_) of_kind.resize(words_.size());
  for (PatternId id = 0; id < patterns_.size(); ++id) {
    const auto& needed = patterns_[id].regex->needed;
    auto& with_word = with_word_.at(static_cast<std::size_t>(patterns_[id].kind));
    for (std::size_t set = 0; set < needed.size(); ++set)
      for (const WordId word : needed[set])
        with_word[word].push_back({.pattern = id, .set = static_cast<std::uint8_t>(1U << set)});
  }
}

void PatternSets::possible(const Fact& fact, Scratch& scratch) const {
  words_.find(fact.text, scratch.words, scratch.known);
  scratch.sets.resize(patterns_.size());
  scratch.touched.clear();
  scratch.found.clear();
  const auto& with_word = with_word_.at(static_cast<std::size_t>(fact.kind));
  for (const WordId word : scratch.words) {
    for (const Use& use : with_word[word]) {
      if (scratch.sets[use.pattern] == 0) scratch.touched.push_back(use.pattern);
      scratch.sets[use.pattern] |= use.set;
    }
  }
  for (const PatternId pattern : scratch.touched) {
    const std::uint32_t all = (1U << patterns_[pattern].regex->needed.size()) - 1;
    if (scratch.sets[pattern] == all) scratch.found.push_back(pattern);
    scratch.sets[pattern] = 0;
  }
}

bool PatternSets::matches(PatternId pattern, std::string_view text) const {
  return patterns_[pattern].regex->alone->GetRE2(0).Match(piece(text), 0, text.size(),
                                                          RE2::UNANCHORED, nullptr, 0);
}

}  // namespace redcode::analysis
