#include "analysis/words.h"

#include <algorithm>
#include <limits>

namespace redcode::analysis {
namespace {

constexpr WordId no_word = std::numeric_limits<WordId>::max();

// The small letter of a Latin-1 byte: what RE2 takes for the same when case is ignored.
std::uint8_t small(std::uint8_t byte) {
  const bool capital = (byte >= 'A' && byte <= 'Z') || (byte >= 0xC0 && byte <= 0xDE);
  constexpr std::uint8_t times_sign = 0xD7;
  return capital && byte != times_sign ? byte + 0x20 : byte;
}

}  // namespace

WordId Words::add(std::string_view word) {
  std::string folded(word);
  for (char& letter : folded) letter = static_cast<char>(small(static_cast<std::uint8_t>(letter)));
  return ids_.try_emplace(std::move(folded), static_cast<WordId>(ids_.size())).first->second;
}

void Words::compile() {
  name_letters();
  next_.assign(letters_, 0);
  word_.assign(1, no_word);
  for (const auto& [word, id] : ids_) add_state_of(word, id);
  close();
}

// Few of the 256 bytes are in any word; only they take space in the table.
void Words::name_letters() {
  for (const auto& [word, id] : ids_)
    for (const char letter : word) letter_of_.at(static_cast<std::uint8_t>(letter)) = 1;
  for (std::uint8_t& letter : letter_of_)
    if (letter != 0) letter = static_cast<std::uint8_t>(letters_++);
  for (std::size_t byte = 0; byte < letter_of_.size(); ++byte)
    letter_of_.at(byte) = letter_of_.at(small(static_cast<std::uint8_t>(byte)));
}

void Words::add_state_of(const std::string& word, WordId id) {
  State state = 0;
  for (const char byte : word) {
    const std::size_t letter = letter_of_.at(static_cast<std::uint8_t>(byte));
    if (next(state, letter) == 0) {
      next(state, letter) = static_cast<State>(word_.size());
      word_.push_back(no_word);
      next_.resize(next_.size() + letters_, 0);
    }
    state = next(state, letter);
  }
  word_[state] = id;
}

// Where no word goes on, the state of the longest ending that is a beginning does.
void Words::close() {
  std::vector<State> ending(word_.size(), 0);
  shorter_.assign(word_.size(), 0);
  std::vector<State> order{0};
  for (std::size_t at = 0; at < order.size(); ++at) {
    const State state = order[at];
    const State rest = ending[state];
    shorter_[state] = word_[rest] != no_word ? rest : shorter_[rest];
    for (std::size_t letter = 1; letter < letters_; ++letter) {
      State& to = next(state, letter);
      const State otherwise = state == 0 ? 0 : next(rest, letter);
      const bool goes_on = to != 0;
      if (goes_on) order.push_back(to);
      (goes_on ? ending[to] : to) = otherwise;
    }
  }
}

void Words::find(std::string_view text, std::vector<WordId>& found,
                 std::vector<bool>& known) const {
  found.clear();
  known.resize(ids_.size());
  State state = 0;
  for (const char byte : text) {
    state = next_[state * letters_ + letter_of_[static_cast<std::uint8_t>(byte)]];
    for (State end = word_[state] != no_word ? state : shorter_[state]; end != 0;
         end = shorter_[end]) {
      if (known[word_[end]]) continue;
      known[word_[end]] = true;
      found.push_back(word_[end]);
    }
  }
  for (const WordId word : found) known[word] = false;
}

}  // namespace redcode::analysis
