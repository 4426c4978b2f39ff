// An interval of rates.
#pragma once

namespace redcode::stats {

struct Interval {
  double low = 0;
  double high = 1;
  bool operator==(const Interval&) const = default;
};

}  // namespace redcode::stats
