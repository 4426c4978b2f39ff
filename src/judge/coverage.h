// Coverage: where the observers looked, so that an absent fact can be told from one nobody saw.
#pragma once

#include <string>
#include <string_view>

#include "corpus/condition.h"
#include "record/observation.h"

namespace redcode::judge {

// Where something would have been seen, had it happened.
struct Spot {
  record::Observer observer;
  std::string_view where;  // the path, host or program; "": anywhere
  bool content = false;    // the question is what is in it, not that it is there
};

// What the observer did not see of that place, as one sentence; "" if it saw all of it. A gap at a
// path is one in everything below it.
std::string not_seen(const record::Evidence& evidence, const Spot& spot);

// Where a word that combines nothing would have been seen.
Spot spot_of(const corpus::Condition& word);

// Whether any of these observers missed something, wherever it was; one sentence, "" if none did.
template <class Observers>
std::string any_missed(const record::Evidence& evidence, const Observers& observers) {
  for (const record::Observer observer : observers) {
    if (std::string missed =
            not_seen(evidence, {.observer = observer, .where = {}, .content = true});
        !missed.empty()) {
      return missed;
    }
  }
  return {};
}

}  // namespace redcode::judge
