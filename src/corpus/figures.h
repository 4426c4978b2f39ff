// Figures: what a corpus must reach, and what it has reached.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/composition.h"

namespace redcode::corpus {

struct Figure {
  enum class Unit { count, percent, ratio };

  std::string name;
  std::optional<double> value = 0;  // unknown in data that do not say
  Unit unit = Unit::count;
  std::optional<double> least = {};
  std::optional<double> most = {};

  bool has_target() const { return least || most; }
  // What is unknown meets no target.
  bool met() const {
    return (!least || (value && *value >= *least)) && (!most || (value && *value <= *most));
  }
  std::string value_text() const;
  std::string target_text() const;  // "" if there is none
  bool operator==(const Figure&) const = default;
};

std::string_view name(Figure::Unit unit);

inline double percent(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

// Always the same figures in the same order. Targets are those of the whole corpus.
std::vector<Figure> corpus_figures(const Composition& composition);

// The figures one scenario's author looks at, with the targets of one scenario.
std::vector<Figure> scenario_figures(const Composition& composition);

}  // namespace redcode::corpus
