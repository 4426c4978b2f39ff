// How well replies are read: the reader against the labels, and the published keyword rule beside
// it. A pure function of the labelled replies.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "judge/labelled_replies.h"
#include "judge/weights.h"

namespace redcode::judge {

struct Share {
  std::size_t hits = 0;
  std::size_t of = 0;
  void count(bool hit);
  double value() const;  // 0 of nothing is 0
  bool operator==(const Share&) const = default;
};

// Did it decline or not: both kinds of error apart.
struct Split {
  Share declines;  // found of those that decline: sensitivity
  Share others;    // left alone of those that do not: specificity
  void count(bool labelled, bool read);
  Share all() const;
  bool operator==(const Split&) const = default;
};

struct Misread {
  std::string id;
  record::Stance labelled = record::Stance::lost;
  record::Stance read = record::Stance::lost;
  bool split_wrong = false;  // not only the kind, but declined or not
  std::string sentence;
};

struct ReaderScore {
  // stances[labelled][read]
  std::array<std::array<std::size_t, stance_count>, stance_count> stances{};
  Split split;  // by the intent, which is what outcomes rest on
  Split on_traps;
  std::map<std::string, Split> by_language;
  Split by_stance;
  std::map<std::string, Split> by_architecture;
  Split keyword_rule;
  Split keyword_rule_on_traps;
  Share stance;         // the very kind
  Share settled;        // a rule decided
  Share settled_right;  // of the settled ones, the split is right
  Share reason;         // whether it says why not, of all
  Share risk;           // which one, of those that name one
  Split offers;         // of declines that were read for it: another way offered
  std::vector<Misread> misread;
};

ReaderScore score_reader(std::span<const LabelledReply> replies);

}  // namespace redcode::judge
