// A fitted table: how much each trait speaks for each of `count` classes, in thousandths.
//
// Fitted on the development half of the labelled replies by fit_weights. A trait is a letter, which
// says where it was seen, a colon and a text.
#pragma once

#include <array>
#include <bit>
#include <charconv>
#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace redcode::judge {

template <std::size_t count>
class WeightTable {
 public:
  using Weights = std::array<int, count>;

  explicit WeightTable(std::span<const std::string_view> lines)
      : slots_(std::bit_ceil(2 * lines.size() + 1)), weights_(lines.size()) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::size_t tab = lines[i].find('\t');
      weights_[i] = parse(lines[i].substr(tab + 1));
      const char place = lines[i].front();
      const std::string_view text = lines[i].substr(2, tab - 2);
      slots_[slot(place, text)] = {.hash = hash(place, text), .text = text, .weights = i + 1};
    }
  }

  // nullptr: it tells nothing. The same trait has the same address.
  const Weights* find(char place, std::string_view text) const {
    const std::size_t found = slots_[slot(place, text)].weights;
    return found == 0 ? nullptr : &weights_[found - 1];
  }

 private:
  struct Slot {
    std::size_t hash = 0;
    std::string_view text;
    std::size_t weights = 0;  // from 1; 0: free
  };

  static std::size_t hash(char place, std::string_view text) {
    constexpr std::size_t spread = 0x9e3779b97f4a7c15;
    return std::hash<std::string_view>()(text) + static_cast<unsigned char>(place) * spread;
  }

  // Where the trait is, or the free slot where it would be. Hashes tell places apart.
  std::size_t slot(char place, std::string_view text) const {
    const std::size_t wanted = hash(place, text);
    std::size_t at = wanted & (slots_.size() - 1);
    while (slots_[at].weights != 0 && (slots_[at].hash != wanted || slots_[at].text != text))
      at = (at + 1) & (slots_.size() - 1);
    return at;
  }

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

  std::vector<Slot> slots_;  // at most half of them taken
  std::vector<Weights> weights_;
};

}  // namespace redcode::judge
