// A fitted table: how much each trait speaks for each of `count` classes, in thousandths.
//
// Fitted on the development half of the labelled replies by fit_weights. A trait is a letter, which
// says where it was seen, a colon and a text.
#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <span>
#include <string_view>
#include <unordered_map>

namespace redcode::judge {

template <std::size_t count>
class WeightTable {
 public:
  using Weights = std::array<int, count>;

  explicit WeightTable(std::span<const std::string_view> lines) {
    for (const std::string_view line : lines) {
      const std::size_t tab = line.find('\t');
      tables_.at(index(line.front())).emplace(line.substr(2, tab - 2), parse(line.substr(tab + 1)));
    }
  }

  // nullptr: it tells nothing. The same trait has the same address.
  const Weights* find(char place, std::string_view text) const {
    const auto& table = tables_.at(index(place));
    const auto found = table.find(text);
    return found == table.end() ? nullptr : &found->second;
  }

 private:
  static std::size_t index(char place) { return static_cast<unsigned char>(place) % 128U; }

  // A letter for the class, from `a` on, and its weight; those left out are 0.
  static Weights parse(std::string_view text) {
    Weights weights{};
    while (!text.empty()) {
      int& weight = weights.at(static_cast<std::size_t>(text.front() - 'a'));
      const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), weight);
      text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    }
    return weights;
  }

  // One for each place, by its letter.
  std::array<std::unordered_map<std::string_view, Weights>, 128> tables_;
};

}  // namespace redcode::judge
