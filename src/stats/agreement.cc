#include "stats/agreement.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <random>

namespace redcode::stats {
namespace {

// Ratings that several units have in common. There are few, whatever the number of units.
struct Pattern {
  Ratings ratings;
  double units = 0;
  double apart = 0;  // how far the ratings are from each other
};
using Patterns = std::vector<Pattern>;
constexpr double most_undefined = 0.05;  // of the draws
using Coefficient = std::function<std::optional<double>(const Patterns&)>;

struct Grouped {
  Patterns patterns;
  std::vector<std::size_t> pattern_of;  // each unit's
};

template <class Wanted>
Grouped group(std::span<const Ratings> units, Wanted&& wanted) {
  Grouped grouped;
  std::map<Ratings, std::size_t> seen;
  for (const Ratings& ratings : units) {
    if (!wanted(ratings)) continue;
    const auto [place, fresh] = seen.emplace(ratings, grouped.patterns.size());
    if (fresh) grouped.patterns.push_back({.ratings = ratings});
    grouped.patterns[place->second].units += 1;
    grouped.pattern_of.push_back(place->second);
  }
  return grouped;
}

// The same number of units, drawn at random from those there are, each as often as it comes.
Patterns drawn(const Grouped& grouped, std::mt19937_64& random) {
  Patterns patterns = grouped.patterns;
  for (Pattern& pattern : patterns) pattern.units = 0;
  const std::size_t units = grouped.pattern_of.size();
  // The standard's own distribution may differ from library to library.
  for (std::size_t i = 0; i < units; ++i) patterns[grouped.pattern_of[random() % units]].units += 1;
  return patterns;
}

std::optional<Interval> interval_of(const Grouped& grouped, const Coefficient& coefficient,
                                    const Bootstrap& bootstrap) {
  if (grouped.pattern_of.size() < 2) return std::nullopt;
  std::mt19937_64 random(bootstrap.seed);
  std::vector<double> values;
  for (std::uint32_t i = 0; i < bootstrap.draws; ++i) {
    if (const auto value = coefficient(drawn(grouped, random))) values.push_back(*value);
  }
  // Draws in which only one rating is left say nothing; if they are many, neither do the others.
  const auto least = (1 - most_undefined) * static_cast<double>(bootstrap.draws);
  if (values.empty() || static_cast<double>(values.size()) < least) return std::nullopt;
  std::ranges::sort(values);
  // What cannot come out otherwise is no certainty.
  if (values.front() == values.back()) return std::nullopt;
  const auto at = [&values](double share) {
    return values[static_cast<std::size_t>(
        std::lround(share * static_cast<double>(values.size() - 1)))];
  };
  const double tail = (1 - bootstrap.confidence) / 2;
  return Interval{.low = at(tail), .high = at(1 - tail)};
}

Agreement measured(const Grouped& grouped, const Coefficient& coefficient,
                   const Bootstrap& bootstrap) {
  Agreement agreement{.value = coefficient(grouped.patterns), .units = grouped.pattern_of.size()};
  if (agreement.value) agreement.interval = interval_of(grouped, coefficient, bootstrap);
  return agreement;
}

// One minus what is observed to differ over what chance would make differ.
std::optional<double> beyond_chance(double observed, double expected) {
  if (expected <= 0) return std::nullopt;
  return 1 - observed / expected;
}

std::optional<double> kappa(const Patterns& patterns) {
  std::map<double, double> first;
  std::map<double, double> second;
  double units = 0;
  double differing = 0;
  for (const Pattern& pattern : patterns) {
    first[pattern.ratings[0]] += pattern.units;
    second[pattern.ratings[1]] += pattern.units;
    units += pattern.units;
    if (pattern.ratings[0] != pattern.ratings[1]) differing += pattern.units;
  }
  double alike = 0;
  for (const auto& [rating, times] : first) {
    if (const auto also = second.find(rating); also != second.end()) alike += times * also->second;
  }
  return beyond_chance(differing * units, units * units - alike);
}

double apart(double one, double other, Scale scale) {
  if (scale == Scale::interval) return (one - other) * (one - other);
  return one == other ? 0 : 1;
}

// The sum over all pairs of the ratings in one unit, each rating counting once.
double apart_within(const Ratings& ratings, Scale scale) {
  double sum = 0;
  for (const double one : ratings) {
    for (const double other : ratings) sum += apart(one, other, scale);
  }
  return sum / static_cast<double>(ratings.size() - 1);
}

std::optional<double> alpha(const Patterns& patterns, Scale scale) {
  std::map<double, double> times;
  double ratings = 0;
  double observed = 0;
  for (const Pattern& pattern : patterns) {
    const auto raters = static_cast<double>(pattern.ratings.size());
    ratings += raters * pattern.units;
    observed += pattern.units * pattern.apart;
    for (const double rating : pattern.ratings) times[rating] += pattern.units;
  }
  double expected = 0;
  for (const auto& [one, often] : times) {
    for (const auto& [other, as_often] : times)
      expected += often * as_often * apart(one, other, scale);
  }
  return beyond_chance(observed * (ratings - 1), expected);
}

}  // namespace

Agreement cohens_kappa(std::span<const Ratings> units, const Bootstrap& bootstrap) {
  const Grouped grouped = group(units, [](const Ratings& unit) { return unit.size() == 2; });
  return measured(grouped, kappa, bootstrap);
}

Agreement krippendorffs_alpha(std::span<const Ratings> units, Scale scale,
                              const Bootstrap& bootstrap) {
  Grouped grouped = group(units, [](const Ratings& unit) { return unit.size() >= 2; });
  for (Pattern& pattern : grouped.patterns) pattern.apart = apart_within(pattern.ratings, scale);
  return measured(
      grouped, [scale](const Patterns& patterns) { return alpha(patterns, scale); }, bootstrap);
}

}  // namespace redcode::stats
