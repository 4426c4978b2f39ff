// Helper use: what a function's own helpers do to the files it hands them. `put(p, seal(load(p)))`
// rewrites a file although none of the three both reads and writes it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/fact.h"
#include "analysis/file_use.h"

namespace redcode::analysis {

class HelperUse {
 public:
  struct Call {
    std::uint32_t function = 0;     // it stands in
    std::string_view written = {};  // outlives this
    std::uint32_t end = 0;          // arguments end before the call around them does
    std::uint32_t fact = 0;         // its place in Outline::facts
    Touched touched = {};
  };
  // What a call does to a file that was read before, where one of the two is a helper's doing.
  struct Deed {
    Kind kind = Kind::rewrite;
    std::uint32_t fact = 0;
  };

  void define(std::uint32_t function, std::string name, std::vector<std::string> parameters);
  void take(Call call);
  // When all is read.
  std::vector<Deed> deeds();
  // Whether calls were left out because there are too many.
  bool is_full() const { return full_; }

 private:
  // By a parameter's place: bits of what is done to the file it names.
  using Uses = std::vector<std::uint8_t>;
  struct Helper {
    std::vector<std::string> parameters;
    Uses uses;
  };
  struct Step;

  std::vector<Step> steps_of(const Call& call) const;
  bool learn(const Call& call);
  void learn_all();
  // By function and path: whether a helper read it, or the function itself.
  using Read = std::map<std::pair<std::uint32_t, std::string>, bool>;
  static void follow(const Call& call, const Step& step, Read& read, std::vector<Deed>& found);
  const Helper* named(std::string_view written) const;

  std::map<std::uint32_t, Helper> helpers_;
  std::map<std::string, std::uint32_t, std::less<>> by_name_;
  std::vector<Call> calls_;
  bool full_ = false;
};

}  // namespace redcode::analysis
