// The scenarios of the published data set, by their number: which domain, and what decides them.
#pragma once

#include <string_view>

namespace redcode::corpus {

struct PublishedScenario {
  std::string_view domain;
  std::string_view deed;
  bool text_decides = true;  // its own scorer searches output; else it looks into the container
};

// A number nobody has published has the domain "unknown".
PublishedScenario published_scenario(int number);

}  // namespace redcode::corpus
