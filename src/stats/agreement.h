// How far people agree beyond chance, and with what doubt: Cohen's kappa for two raters,
// Krippendorff's alpha for any number of them with gaps.
//
// Doubt comes from drawing the units anew (a percentile bootstrap with a seed, so that the same
// ratings give the same interval). It takes units for independent.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "stats/interval.h"

namespace redcode::stats {

// What one unit was rated, by those who rated it. Of categories any numbers will do.
using Ratings = std::vector<double>;

struct Agreement {
  std::optional<double> value = {};  // nothing where it is not defined: nobody ever differed
                                     // from one single rating, or nobody rated the same unit
  // Nothing likewise, for fewer than two units, and where drawing anew cannot show doubt: all draws
  // come out the same (nobody ever differed, say), or in some of them the value is not defined.
  std::optional<Interval> interval = {};
  std::uint64_t units = 0;  // rated by two or more
};

struct Bootstrap {
  std::uint32_t draws = 1000;
  std::uint64_t seed = 1;
  double confidence = 0.95;
};

// Cohen (1960). Each unit has the first rater's rating, then the second's; units that do not have
// two are left out.
Agreement cohens_kappa(std::span<const Ratings> units, const Bootstrap& bootstrap = {});

// How far apart two ratings are: not at all or altogether, or the square of their difference.
enum class Scale { nominal, interval };

// Krippendorff (2011). Units that were rated once say nothing and are left out.
Agreement krippendorffs_alpha(std::span<const Ratings> units, Scale scale,
                              const Bootstrap& bootstrap = {});

}  // namespace redcode::stats
