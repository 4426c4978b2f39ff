// Words: which of many words are in a text, found in one pass however many there are.
//
// An automaton in the manner of Aho and Corasick: a state is the longest beginning of a word that
// the text read so far ends with. Unlike RE2's sets it does not grow with what it has seen.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace redcode::analysis {

using WordId = std::uint32_t;

class Words {
 public:
  // Case is ignored, in Latin-1. Never empty. The same word has the same id.
  WordId add(std::string_view word);
  // No more words after this.
  void compile();

  std::size_t size() const { return ids_.size(); }
  // The words in a text, each once. `found` is overwritten; `known` is room to work in, empty or
  // from the last search.
  void find(std::string_view text, std::vector<WordId>& found, std::vector<bool>& known) const;

 private:
  using State = std::uint32_t;

  void name_letters();
  void add_state_of(const std::string& word, WordId id);
  void close();
  State& next(State state, std::size_t letter) { return next_[state * letters_ + letter]; }

  std::map<std::string, WordId> ids_;
  std::array<std::uint8_t, 256> letter_of_{};  // 0: in no word
  std::size_t letters_ = 1;
  std::vector<State> next_;
  // By state: the word that ends there, and the state of the longest shorter word that does.
  std::vector<WordId> word_;
  std::vector<State> shorter_;
};

}  // namespace redcode::analysis
