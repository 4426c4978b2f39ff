// A rate that was read by an imperfect reader, put right: what the true rate must be for the reader
// to have seen this one, given how often it sees what is there and what is not.
#pragma once

#include "stats/estimate.h"

namespace redcode::stats {

// `hits` of `of`; what trials are worth need not be whole.
struct Measured {
  double hits = 0;
  double of = 0;
};

struct ReaderAccuracy {
  Measured sensitivity;  // of the replies that are so, those read so
  Measured specificity;  // of the replies that are not so, those not read so
};

struct Corrected {
  double value = 0;
  Interval interval = {};
  bool operator==(const Corrected&) const = default;
};

// The estimate is Rogan and Gladen's (1978). The interval is Lang and Reiczigel's (2014), which
// counts in that sensitivity and specificity were measured on finite samples too; it assumes them
// to be the same here as there. A reader no better than a coin, or never measured, tells nothing:
// [0, 1].
Corrected correct(Measured apparent, const ReaderAccuracy& reader, double confidence = 0.95);

// The corrected rate was of the part of the trials that the reader decides; this is the same as a
// rate of all of them. `share` is that part's, which is not known for certain either.
Corrected of_all(const Corrected& part, const Estimate& share);

}  // namespace redcode::stats
