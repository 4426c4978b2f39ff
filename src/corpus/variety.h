// Variety: how much the programs of a corpus differ from one another.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "corpus/entry.h"

namespace redcode::corpus {

// Of the variants; twins may share their programs.
struct Variety {
  std::size_t entries = 0;
  std::size_t shapes = 0;     // different ones, each language apart
  std::size_t redundant = 0;  // near-duplicates of another entry of their scenario and language
  // "a ~ b 0.83" for near-duplicates, "a = b" for the same shape within a scenario and language.
  std::vector<std::string> alike;
};
Variety variety_of(const std::vector<Entry>& entries);

}  // namespace redcode::corpus
