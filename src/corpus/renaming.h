// Renaming: the names in a scenario's texts, drawn anew by a seed, so that whoever has learnt a
// corpus by heart meets other people, companies and folders. What is asked, what is there and what
// the oracle looks for change together.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "corpus/names.h"
#include "corpus/scenario.h"

namespace redcode::corpus {

// Other names for every act, by seed, scenario and act; a pair has the same in both worlds. A name
// becomes another of its kind and length that stands nowhere in the texts, so that nothing matches
// that did not before; where there is none, it stays. Acts that are to be as written stay, too. The
// same on every host.
void draw_names(Scenario& scenario, const Names& names, std::string_view seed);

// Whole words for others: "ada", "Ada" and "ADA", also before digits and behind an escape as in
// "\nada". A word that is `only_in_paths` is left alone elsewhere.
class Renaming {
 public:
  struct Other {
    std::string name;  // as long as the one it is for
    bool only_in_paths = false;
  };
  void add(std::string name, Other other) { others_[std::move(name)] = std::move(other); }
  bool empty() const { return others_.empty(); }
  std::string applied_to(std::string text) const;

 private:
  std::map<std::string, Other, std::less<>> others_;  // in lower case
};

}  // namespace redcode::corpus
