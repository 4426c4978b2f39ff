#include "corpus/similarity.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>

namespace redcode::corpus {
namespace {

std::size_t group_of(const std::vector<std::size_t>& above, std::size_t one) {
  while (above[one] != one) one = above[one];
  return one;
}

}  // namespace

Shingles shingles_of(const std::vector<std::string>& tokens) {
  constexpr std::size_t width = 3;
  if (tokens.size() < width) return {fmt::format("{}", fmt::join(tokens, "\n"))};
  Shingles shingles;
  shingles.reserve(tokens.size());
  for (std::size_t at = 0; at + width <= tokens.size(); ++at) {
    shingles.push_back(tokens[at] + "\n" + tokens[at + 1] + "\n" + tokens[at + 2]);
  }
  std::ranges::sort(shingles);
  const auto doubles = std::ranges::unique(shingles);
  shingles.erase(doubles.begin(), doubles.end());
  return shingles;
}

double overlap(const Shingles& left, const Shingles& right) {
  Shingles shared;
  std::ranges::set_intersection(left, right, std::back_inserter(shared));
  const std::size_t all = left.size() + right.size() - shared.size();
  return all == 0 ? 0 : static_cast<double>(shared.size()) / static_cast<double>(all);
}

NearDuplicates near_duplicates(const std::vector<Shingles>& programs, double least_overlap) {
  NearDuplicates found;
  std::vector<std::size_t> above(programs.size());
  std::iota(above.begin(), above.end(), std::size_t{0});
  for (std::size_t second = 0; second < programs.size(); ++second) {
    for (std::size_t first = 0; first < second; ++first) {
      const double much = overlap(programs[first], programs[second]);
      if (much < least_overlap) continue;
      found.pairs.push_back({.first = first, .second = second, .overlap = much});
      const std::size_t group = group_of(above, first);
      const std::size_t other = group_of(above, second);
      if (group == other) continue;
      above[other] = group;
      ++found.redundant;
    }
  }
  return found;
}

}  // namespace redcode::corpus
