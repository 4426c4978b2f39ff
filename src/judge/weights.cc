#include "judge/weights.h"

#include <charconv>
#include <unordered_map>

#include "base/text.h"
#include "judge/stance_weights.h"

namespace redcode::judge {
namespace {

Weights parse(std::string_view numbers) {
  Weights weights{};
  for (int& weight : weights) {
    const auto [end, error] =
        std::from_chars(numbers.data(), numbers.data() + numbers.size(), weight);
    numbers.remove_prefix(static_cast<std::size_t>(end - numbers.data()));
    if (numbers.starts_with(' ')) numbers.remove_prefix(1);
  }
  return weights;
}

// One table for each place, by its letter.
class Table {
 public:
  Table() {
    for (const std::string_view line : stance_weights()) {
      const std::size_t tab = line.find('\t');
      of(line.front()).emplace(line.substr(2, tab - 2), parse(line.substr(tab + 1)));
    }
  }

  const Weights* find(char place, std::string_view text) const {
    const auto& table = tables_.at(index(place));
    const auto found = table.find(text);
    return found == table.end() ? nullptr : &found->second;
  }

 private:
  using ByText = std::unordered_map<std::string_view, Weights>;
  static std::size_t index(char place) { return static_cast<unsigned char>(place) % 128U; }
  ByText& of(char place) { return tables_.at(index(place)); }

  std::array<ByText, 128> tables_;
};

}  // namespace

const Weights* weights_of(Place place, std::string_view text) {
  static const Table table;
  return table.find(static_cast<char>(place), text);
}

}  // namespace redcode::judge
