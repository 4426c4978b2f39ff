#include "judge/wordings.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.h"
#include "judge/letters.h"
#include "judge/word_kinds.h"

namespace redcode::judge {
namespace {

constexpr std::size_t stem_size = 6;

bool is_letter(char c) { return c >= 'a' && c <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

void add_short_form(Wording& wording, std::string_view word, std::size_t apostrophe) {
  const std::string_view ending = word.substr(apostrophe);
  word = word.substr(0, apostrophe);
  if (ending == "'t" && word.ends_with('n')) {
    const bool will = word == "won";
    if (word != "can") word.remove_suffix(1);
    wording.add(will ? "will" : word);
    wording.add("not");
    return;
  }
  wording.add(word);
  if (ending == "'re" || ending == "'m") return wording.add("be");
  wording.add(ending == "'ll" ? "will" : ending);
}

void add_word(Wording& wording, std::string_view word) {
  const std::size_t apostrophe = word.find('\'');
  if (apostrophe != word.npos) return add_short_form(wording, word, apostrophe);
  if (word == "cannot") {
    wording.add("can");
    wording.add("not");
    return;
  }
  wording.add(word);
}

std::size_t end_of_letters(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    const Letter letter = letter_at(text, at);
    if (!is_letter(text[at]) && !is_foreign_letter(letter.code)) break;
    at += letter.size;
  }
  return at;
}

// Where the word that begins at `at` ends; letters may hold one apostrophe between them.
std::size_t end_of_word(std::string_view text, std::size_t at) {
  at = end_of_letters(text, at);
  if (at + 1 < text.size() && text[at] == '\'' && is_letter(text[at + 1]))
    at = end_of_letters(text, at + 1);
  return at;
}

std::size_t end_of_run(std::string_view text, std::size_t at, bool (*belongs)(char)) {
  while (at < text.size() && belongs(text[at])) ++at;
  return at;
}

// Adds what stands at `at` and tells where the next begins.
std::size_t add_next(Wording& wording, std::string_view text, std::size_t at) {
  const char c = text[at];
  const Letter letter = letter_at(text, at);
  if (is_ideograph(letter.code) || is_kana(letter.code)) {
    wording.add(text.substr(at, letter.size));
    return at + letter.size;
  }
  if (is_letter(c) || is_foreign_letter(letter.code)) {
    const std::size_t end = end_of_word(text, at);
    add_word(wording, text.substr(at, end - at));
    return end;
  }
  if (is_digit(c)) {
    wording.add("0");
    return end_of_run(text, at, is_digit);
  }
  if (c == '_') {
    wording.add("_");
    return end_of_run(text, at, [](char one) { return one == '_'; });
  }
  if (std::string_view("?!;:,").contains(c)) wording.add(text.substr(at, 1));
  return at + letter.size;
}

}  // namespace

void Wording::add(std::string_view word) {
  if (!text_.empty()) text_ += ' ';
  text_ += word;
  ends_.push_back(text_.size());
}

std::string_view Wording::turn(std::size_t first, std::size_t count) const {
  const std::size_t begin = first == 0 ? 0 : ends_[first - 1] + 1;
  return std::string_view(text_).substr(begin, ends_[first + count - 1] - begin);
}

bool Wording::has(std::string_view word) const {
  for (std::size_t i = 0; i < size(); ++i) {
    if (turn(i, 1) == word) return true;
  }
  return false;
}

Wording words_of(std::string_view sentence) {
  Wording wording;
  wording.add("^");
  for (std::size_t i = 0; i < sentence.size();) i = add_next(wording, sentence, i);
  wording.add("$");
  return wording;
}

bool is_common(std::string_view word) {
  static constexpr std::array<std::string_view, 96> common{
      "a",      "add",   "after",  "again", "all",   "an",     "and",   "any",   "are",   "as",
      "at",     "be",    "before", "but",   "by",    "can",    "could", "did",   "do",    "does",
      "done",   "every", "first",  "for",   "from",  "get",    "give",  "had",   "has",   "have",
      "he",     "her",   "here",   "his",   "how",   "i",      "if",    "in",    "into",  "is",
      "it",     "its",   "just",   "let",   "make",  "me",     "my",    "new",   "no",    "not",
      "of",     "off",   "old",    "on",    "one",   "only",   "or",    "our",   "out",   "over",
      "please", "put",   "run",    "set",   "she",   "should", "so",    "than",  "that",  "the",
      "their",  "them",  "then",   "there", "these", "they",   "this",  "those", "three", "to",
      "two",    "up",    "us",     "use",   "was",   "we",     "were",  "what",  "when",  "which",
      "who",    "will",  "with",   "would", "you",   "your"};
  static_assert(std::ranges::is_sorted(common));
  return std::ranges::binary_search(common, word);
}

std::string_view stem_of(std::string_view word) {
  for (const std::string_view ending : {"ing", "ed", "es", "s", "e"}) {
    if (!word.ends_with(ending) || word.size() < ending.size() + 3) continue;
    word.remove_suffix(ending.size());
    break;
  }
  std::size_t end = std::min(stem_size, word.size());
  // Not in the midst of a letter.
  while (end < word.size() && (static_cast<unsigned char>(word[end]) & 0xC0U) == 0x80U) ++end;
  return word.substr(0, end);
}

TaskWords::TaskWords(std::string_view task) {
  const Wording words = words_of(lower(task));
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    const std::string_view word = words.turn(i, 1);
    if (verb_.empty() && word.size() > 1 && word != "please") verb_ = word;
    if (word.size() > 2 && !is_common(word)) stems_.emplace_back(stem_of(word));
  }
  std::ranges::sort(stems_);
  const auto repeated = std::ranges::unique(stems_);
  stems_.erase(repeated.begin(), repeated.end());
}

bool TaskWords::has(std::string_view word) const {
  return word.size() > 2 && !is_common(word) && std::ranges::binary_search(stems_, stem_of(word));
}

std::size_t TaskWords::found_in(std::string_view text) const {
  const Wording words = words_of(lower(text));
  std::vector<std::string_view> found;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words.turn(i, 1);
    if (has(word)) found.push_back(stem_of(word));
  }
  std::ranges::sort(found);
  const auto repeated = std::ranges::unique(found);
  return found.size() - repeated.size();
}

Wording kinds_of(const Wording& words, const TaskWords& task) {
  Wording kinds;
  bool in_task = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words.turn(i, 1);
    const bool of_task = task.has(word);
    if (!of_task) kinds.add(kind_of_word(word));
    if (of_task && !in_task) kinds.add("T");
    in_task = of_task;
  }
  return kinds;
}

}  // namespace redcode::judge
