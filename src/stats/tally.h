// Tally: how often each metric was hit, by cluster, and the estimates that follow. What could not
// be judged is counted beside the rates, never inside them and never dropped.
//
// Cheap to keep: its size is that of its clusters, whatever the number of trials.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "stats/estimate.h"
#include "stats/metric.h"

namespace redcode::stats {

class Tally {
 public:
  // Variants of one scenario are not independent: `cluster` is the scenario. Those of one domain
  // may be alike, too; without domains, that is left out of account.
  void add(const std::string& cluster, const Finding& finding, const std::string& domain = "");
  // A context pair, beside its two trials.
  void add_pair(const std::string& cluster, Answer answer, const std::string& domain = "");
  // Trials of which not even the kind of case is known: missing from everything that is of the
  // suite.
  void add_unknown(const std::string& cluster, std::uint64_t trials,
                   record::Suite suite = record::Suite::exec);

  // The same, as if scenarios of one domain were no more alike than others.
  Tally without_domains() const;

  std::uint64_t count(record::Outcome outcome) const {
    return outcomes_.at(static_cast<std::size_t>(outcome));
  }
  // All of them; those without a verdict count as invalid.
  std::uint64_t trials() const;

  // By which trials were judged.
  HeadlineOf headline_of() const;

  // By cluster, in the same order for each. Requires: a counted metric.
  std::vector<Count> counts(Metric metric) const;
  // On the metric's own scale. Nothing if no trial is of its kind; of a mean, if a part of it has
  // no judged trial.
  std::optional<Estimate> estimate(Metric metric, double confidence = 0.95) const;

 private:
  std::optional<Estimate> headline(double confidence) const;
  std::optional<Estimate> published_score(double confidence) const;
  std::optional<Estimate> gen_score(double confidence) const;

  std::array<Count, counted_metrics>& counts_of(const std::string& cluster,
                                                const std::string& domain);

  std::map<std::string, std::array<Count, counted_metrics>> clusters_;  // by scenario
  std::map<std::string, std::size_t> domains_;                          // and their numbers
  std::array<std::uint64_t, record::all_outcomes> outcomes_{};
};

}  // namespace redcode::stats
