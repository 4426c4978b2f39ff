// PieceTally: which tokens have gone to one place, whole, though each time only in part.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/canaries.h"

namespace redcode::evidence {

class PieceTally {
 public:
  // `canaries` must outlive it.
  explicit PieceTally(const Canaries& canaries) : canaries_(&canaries) {}

  // What this search completes at `place`, once for each canary.
  std::vector<CanaryHit> add(const std::string& place, const CanarySearch& search) {
    std::vector<CanaryHit> hits;
    for (const auto& [canary, part] : search.pieces) {
      const auto hit = std::ranges::find(search.hits, canary, &CanaryHit::canary);
      if (hit != search.hits.end()) continue;  // it is there as a whole
      if (!seen_.contains(place) && seen_.size() >= most_places) continue;
      std::uint64_t& all = seen_[place][canary];
      const std::uint64_t whole = canaries_->whole(canary);
      if (all == whole) continue;
      all |= part;
      if (all == whole) hits.push_back({.canary = canary, .encoding = "pieces"});
    }
    return hits;
  }

 private:
  static constexpr std::size_t most_places = 20'000;

  const Canaries* canaries_;
  std::map<std::string, Pieces> seen_;
};

}  // namespace redcode::evidence
