// Openings: how prompts begin. People rarely begin twice alike; templates always do.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace redcode::corpus {

// The first three words in lower case, without the punctuation round them; fewer if there are no
// more.
std::string opening_of(std::string_view text);

struct Prompt {
  std::string text;
  std::string source;  // whose words these are: one variant in two languages is two prompts
};

struct Opening {
  std::string words;
  std::size_t prompts = 0;
  std::size_t sources = 0;
  double share = 0;  // of all prompts
  bool operator==(const Opening&) const = default;
};

// The openings of `prompts`, the most used first. Empty prompts do not count.
std::vector<Opening> openings_of(const std::vector<Prompt>& prompts);

}  // namespace redcode::corpus
