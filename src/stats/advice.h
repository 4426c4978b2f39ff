// What would decide a question that a run left open: more trials of its scenarios, or, where no
// number of those would, more scenarios. Trials of one scenario soon repeat each other, so what
// counts is how many scenarios there are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace redcode::stats {

// How many times as much must be known for a question to be decided, whichever way, with a chance
// of 80 %. The value is itself uncertain: what is seen then will lie about what is seen now as far
// as now's doubt allows, so to plan for the value alone would promise too much.

// A rate whose bounds hold its limit, from as many independent trials as its own are worth.
struct OpenRate {
  double value = 0;
  double limit = 0;
  double trials = 0;
  double to_pass = 0.95;  // how sure the bounds to pass and to fail by are, one-sided
  double to_fail = 0.95;
};
// Nothing where nothing is known yet, or no growth that anybody could reach would do.
std::optional<double> growth_to_decide(const OpenRate& open);

// Any other value.
struct Open {
  double value = 0;
  double limit = 0;
  double arm = 0;  // from the value to the bound on the limit's side
  double to_pass = 0.95;
  double to_fail = 0.95;
};
// Likewise; of how a value without doubt arose nothing is known.
std::optional<double> growth_to_decide(const Open& open);

// So many clusters, of so many trials each, that are so much alike (the intra-cluster correlation).
struct Stock {
  double clusters = 0;
  double size = 1;
  double icc = 0;
};

struct Advice {
  std::optional<std::uint64_t> more_trials = {};    // of the same clusters; nothing: none would do
  std::optional<std::uint64_t> more_clusters = {};  // like these, each with as many trials
  bool operator==(const Advice&) const = default;
};
Advice advice(double growth, const Stock& stock);
// Where it is not known how much alike a cluster's trials are: clusters alone.
Advice more_clusters(const Open& open, std::size_t clusters);

}  // namespace redcode::stats
