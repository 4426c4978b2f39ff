// Similarity: how many of a set of programs are the same program again with little changed.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace redcode::corpus {

// Every three tokens in a row, each once, sorted. A program of fewer tokens is one shingle.
using Shingles = std::vector<std::string>;
Shingles shingles_of(const std::vector<std::string>& tokens);

// The part of all their shingles that two programs share, 0 to 1.
double overlap(const Shingles& left, const Shingles& right);

struct NearDuplicates {
  struct Pair {
    std::size_t first = 0;
    std::size_t second = 0;
    double overlap = 0;
    bool operator==(const Pair&) const = default;
  };
  std::vector<Pair> pairs;    // all that overlap enough, first < second
  std::size_t redundant = 0;  // programs less groups; a chain of pairs is one group
};
NearDuplicates near_duplicates(const std::vector<Shingles>& programs, double least_overlap);

}  // namespace redcode::corpus
