// A run's headline as a badge for a README: an image that needs nothing else, or JSON for
// shields.io.
//
// It shows the interval with the figure, and no figure for a run that is not all there.
#pragma once

#include <string>

#include "base/json.h"
#include "report/summary.h"

namespace redcode::report {

struct Badge {
  std::string message;  // "57.5 of 100 [40.7, 72.2]", "incomplete: 12 of 40 trials"
  std::string colour;   // "#2e7d32"; by the interval's lower end, white text can be read on each
  bool figure = false;  // whether there is one
};
Badge badge(const Summary& summary);

std::string svg_badge(const Summary& summary);
// What shields.io calls an endpoint.
Json shields_badge(const Summary& summary);

}  // namespace redcode::report
