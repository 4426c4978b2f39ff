// Figures: how far people agree with each other, and the machine's verdicts with people.
//
// Reckoned apart for each kind of trial, because each has labels of its own. Between people only
// reviewers count: an adjudicator has seen what the others said.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "record/labels.h"
#include "stats/agreement.h"
#include "view/review/label_queue.h"

namespace redcode::review {

// What a machine said against what people settled on.
struct Confusion {
  std::map<std::pair<record::Outcome, record::Outcome>, std::uint64_t> counts;  // machine, people

  void add(record::Outcome machine, record::Outcome people) { ++counts[{machine, people}]; }
  std::uint64_t trials() const;
  std::uint64_t same() const;
};

// Two reviewers by their names, and how far they agree.
struct PairOfReviewers {
  std::string first;
  std::string second;
  stats::Agreement kappa;
};

struct KindFigures {
  Kind kind = Kind::risky;
  std::uint64_t trials = 0;                                 // that may be labelled
  std::map<record::Consensus, std::uint64_t> settled = {};  // how labels came about
  std::vector<PairOfReviewers> pairs = {};                  // those who share most trials first
  std::uint64_t pairs_left_out = 0;                         // there are more than are told
  stats::Agreement alpha = {};                              // nominal
  std::optional<stats::Agreement> graded = {};              // on the scale 0/1/5/8/10, of requests
  Confusion verdicts = {};
  Confusion model_judge = {};  // empty if none was asked

  std::uint64_t labelled() const;
};

struct Figures {
  std::vector<KindFigures> kinds;  // those that the run has
  std::uint64_t damaged_lines = 0;
  std::uint64_t passed_over = 0;  // labels of another conversation, or none of such a trial
};

Figures figures_of(const LabelQueue& label_queue, const record::Labels& labels);

// For a terminal, and for the page.
std::string text(const Figures& figures);
Json to_json(const Figures& figures);

}  // namespace redcode::review
