// Expansion: from the pieces of a word to what it may come to. Inside analysis/effects only.
#pragma once

#include <string>
#include <vector>

#include "analysis/effects/evaluator.h"

namespace redcode::effects {

inline const std::string nothing_known(1, unknown_text);

// A stretch of text on its way to be arguments.
struct Fragment {
  enum class Kind { literal, splits, pattern, next };  // next: here begins another argument
  Kind kind = Kind::literal;
  std::string text;
};
using Fragments = std::vector<Fragment>;

class Expansion {
 public:
  explicit Expansion(Evaluator& evaluator) : evaluator_(evaluator) {}

  // Every way a word may come out; one, unless a variable may hold several things.
  std::vector<Fragments> ways(const shell::Word& word);
  // Split, matched against files.
  Argv fields(const Fragments& fragments);

 private:
  std::vector<Fragments> piece(const shell::Piece& piece);
  std::vector<Fragments> parameter(const shell::Piece& piece);
  std::vector<Fragments> array(const shell::Piece& piece, const std::string& name);
  std::vector<std::string> values(const std::string& name);
  std::vector<std::string> held(const std::string& name, const std::string& subscript);
  std::vector<std::string> changed(const shell::Piece& piece,
                                   const std::vector<std::string>& values);
  Fragments substituted(const shell::Piece& piece);
  std::string pipe(const shell::Piece& piece);
  void calculated(const shell::Word& word);
  std::string home(const std::string& user);
  void match(Argv& fields, const std::string& field, const std::string& pattern);

  Evaluator& evaluator_;
};

}  // namespace redcode::effects
