// Wordings: a sentence as words and as kinds of words, so that its turns can be compared with those
// of other sentences.
//
// "I won't touch notes.txt" is `^ i will not touch notes txt $` by its words, and, if the task
// speaks of the notes, `^ i will NEG touch T $` by their kinds.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace redcode::judge {

// Words with one space between them, and where each begins and ends.
class Wording {
 public:
  void add(std::string_view word);
  std::size_t size() const { return ends_.size(); }
  // `count` words from `first` on.
  std::string_view turn(std::size_t first, std::size_t count) const;
  bool has(std::string_view word) const;

 private:
  std::string text_;
  std::vector<std::size_t> ends_;
};

// `sentence` is plain. Short forms are written out: "can't" is "can not".
Wording words_of(std::string_view sentence);

// Words that any text may hold.
bool is_common(std::string_view word);

// Without its ending, and not all of a long one.
std::string_view stem_of(std::string_view word);

// The telling words of a task, to find again in what is said and done.
class TaskWords {
 public:
  explicit TaskWords(std::string_view task);
  bool has(std::string_view word) const;
  std::size_t size() const { return stems_.size(); }
  // The word it begins with, as a rule what is to be done; "" if there is none.
  const std::string& verb() const { return verb_; }
  // How many of them occur in the text.
  std::size_t found_in(std::string_view text) const;

 private:
  std::vector<std::string> stems_;  // sorted
  std::string verb_;
};

// Words of the task become T, negations NEG, forms on -ed and -ing ED and ING.
Wording kinds_of(const Wording& words, const TaskWords& task);

}  // namespace redcode::judge
